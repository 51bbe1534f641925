/** Colours of the map in both themes; cmocean deep and speed for what is measured. */

import type { State } from '../state.ts'
import type { Theme } from '../theme.ts'

export const DEEP = ['#fdfecc', '#bbe6ac', '#78cea3', '#55aea3', '#488e9e', '#3f6e97', '#404c8b', '#3b315a', '#281a2c'] as const
export const SPEED = ['#fffdcd', '#e9d889', '#c9ba45', '#98a512', '#5f920c', '#277b23', '#0b5f2d', '#184026', '#172313'] as const

export interface Palette {
  water: string
  land: string
  lake: string
  coast: string
  contour: string
  contourText: string
  plan: string
  track: string
  compare: string
  halo: string
  haloOpacity: number
  sky: string
  horizon: string
  fog: string
  /** Hint of the water's surface in the tilted view. */
  surface: string
}

const PALETTES: Record<Theme, Palette> = {
  dark: {
    water: '#0a1a2e',
    land: '#1d2935',
    lake: '#12263c',
    coast: '#7d93aa',
    contour: '#0d2138',
    contourText: '#dce8f4',
    plan: '#2fd4f5',
    track: '#ff9a3c',
    compare: '#d9a6ff',
    halo: '#06121f',
    haloOpacity: 0.55,
    sky: '#0b2038',
    horizon: '#2a5577',
    fog: '#16324d',
    surface: '#8fd8ff',
  },
  light: {
    water: '#dfe9f1',
    land: '#f2efe6',
    lake: '#d5e4ef',
    coast: '#5c7185',
    contour: '#17324c',
    contourText: '#10273d',
    plan: '#00506b',
    track: '#c95600',
    compare: '#7a3fb5',
    halo: '#ffffff',
    haloOpacity: 0.85,
    sky: '#9cc7e6',
    horizon: '#e6f1f8',
    fog: '#cfe2ee',
    surface: '#ffffff',
  },
}

export const paletteOf = (theme: Theme): Palette => PALETTES[theme]

/** What of the state the map's look depends on. */
export type Look = Pick<State, 'theme' | 'osm'> & Pick<State['settings'], 'layers'>

export const lookOf = ({ theme, osm, settings: { layers } }: Readonly<State>): Look => ({ theme, osm, layers })

/** Lower ends of the depth scale [m] that can be chosen; 0 in the settings follows what is in view. */
export const DEPTH_SCALES = [100, 500, 2000, 6000] as const

/** Top of the scale of the current arrows [m/s]. */
export const CURRENT_SCALE = 1.5
