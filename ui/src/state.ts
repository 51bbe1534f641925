/** What the page knows. Large tables stand beside the store; a number in it says when they changed. */

import type { PartName } from './parts.ts'
import type { PositionFormat } from './position.ts'
import { createStore } from './store.ts'
import { type ColourChoice, type Theme, themeOf } from './theme.ts'
import { Track } from './track.ts'
import type { LatLon, MissionEvent, Plan, RunItem, Snapshot, Vehicle } from './types.ts'
import type { UnitSystem } from './units.ts'
import type { SectionField, Sources } from './water_types.ts'

export interface Layers {
  bathymetry: boolean
  currents: boolean
  contours: boolean
  hillshade: boolean
  osm: boolean
}

/** Kept in the browser from one visit to the next. */
export interface Settings {
  /** Which colours were chosen; those in use are `theme` in the state. */
  colours: ColourChoice
  units: UnitSystem
  positions: PositionFormat
  layers: Layers
  /** Lower end of the depth colours [m]; 0 follows the depths in view. */
  maxDepth: number
  view3d: boolean
  /** Stretch of heights in the tilted view; 0 takes what suits the mission. */
  exaggeration: number
  /** Depth that currents and read-out are shown for [m]; -1 is cruise depth. */
  overlayDepth: number
  /** Whether the section along the route is open, and what it shows. */
  section: boolean
  sectionField: SectionField
  /** Whether the section ends at the sea floor or somewhat below the mission. */
  sectionWhole: boolean
}

export type Shown = Partial<Snapshot> & LatLon & { t: number }

export interface State {
  link: 'connecting' | 'open' | 'lost'
  snapshot: Snapshot | null
  /** Number of the run in the stream; another one means that everything starts afresh. */
  serial: string
  plan: Plan | null
  planning: 'idle' | 'working' | 'failed'
  planError: string
  start: LatLon | null
  goal: LatLon | null
  vehicle: Vehicle | null
  trackVersion: number
  trackLoading: boolean
  trackError: string
  events: MissionEvent[]
  /** Time that the timeline was moved to; null when the page follows the server. */
  scrub: number | null
  shown: Shown | null
  /** The whole row that the server gave at a scrubbed time last. */
  moment: Snapshot | null
  cruiseDepth: number
  tab: 'mission' | 'runs'
  compare: RunItem | null
  compareVersion: number
  mapReady: boolean
  /** What is not there yet of the parts that are read later, and why. */
  missing: Partial<Record<PartName, string>>
  /** How the online base map does. */
  osm: 'off' | 'loading' | 'shown' | 'failed'
  /** What the water is made of; null until the server said so. */
  sources: Sources | null
  sourcesError: string
  /** Time of the water that is shown [s since 1970]; null where nothing depends on it. */
  waterTime: number | null
  theme: Theme
  settings: Settings
}

const KEPT = 'seatrial.settings'

export const DEFAULT_LAYERS: Layers = { bathymetry: true, currents: true, contours: false, hillshade: false, osm: false }

const DEFAULTS: Settings = {
  colours: 'system',
  units: 'SI',
  positions: 'DD',
  layers: DEFAULT_LAYERS,
  maxDepth: 0,
  view3d: false,
  exaggeration: 0,
  overlayDepth: -1,
  section: false,
  sectionField: 'temperature',
  sectionWhole: true,
}

function kept(): Settings {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Settings>
    return { ...DEFAULTS, ...found, layers: { ...DEFAULTS.layers, ...found.layers } }
  } catch {
    return DEFAULTS
  }
}

export const track = new Track()
export const compared = new Track()

export const store = createStore<State>({
  link: 'connecting',
  snapshot: null,
  serial: '',
  plan: null,
  planning: 'idle',
  planError: '',
  start: null,
  goal: null,
  vehicle: null,
  trackVersion: 0,
  trackLoading: false,
  trackError: '',
  events: [],
  scrub: null,
  shown: null,
  moment: null,
  cruiseDepth: 50,
  tab: 'mission',
  compare: null,
  compareVersion: 0,
  mapReady: false,
  missing: {},
  osm: 'off',
  sources: null,
  sourcesError: '',
  waterTime: null,
  theme: 'dark',
  settings: kept(),
})

let switched = false

export function setting(change: Partial<Settings>): void {
  switched = true
  store.set(({ settings }) => ({ settings: { ...settings, ...change } }))
}

// Only what somebody switched is kept: what a link brings is gone with the page.
store.watch(
  (s) => s.settings,
  (settings) => {
    if (!switched) return
    try {
      localStorage.setItem(KEPT, JSON.stringify(settings))
    } catch {
      // A browser that keeps nothing still shows everything.
    }
  },
)

/** The theme follows the choice, and without one the system, also when that changes. */
const light = matchMedia('(prefers-color-scheme: light)')
function applyTheme(): void {
  const theme = themeOf(store.get().settings.colours, light.matches)
  document.documentElement.dataset['theme'] = theme
  store.set({ theme })
}
store.watch((s) => s.settings.colours, applyTheme)
light.addEventListener('change', applyTheme)
