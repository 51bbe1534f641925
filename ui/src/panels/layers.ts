/** What lies on the map, and the tilted view beside it. */

import { button, byId, h, section, text } from '../dom.ts'
import { copyLink } from '../clipboard.ts'
import { DEPTH_SCALES } from '../map/palette.ts'
import { type Layers, setting, store } from '../state.ts'
import { linkToView } from '../url.ts'
import { checkField } from './fields.ts'

const ONLINE = {
  off: '', shown: '', loading: 'Asking openstreetmap.org …',
  failed: 'openstreetmap.org cannot be reached. The own map is shown instead; the tiles come by themselves once there is a network.',
} as const

const NAMES: [keyof Layers, string, string][] = [
  ['bathymetry', 'Bathymetry', 'Depth of the sea floor in colours'],
  ['currents', 'Currents', 'An arrow is as long as the current is strong'],
  ['contours', 'Depth contours', ''],
  ['hillshade', 'Hill shading', ''],
  ['osm', 'OpenStreetMap (online)', 'Asks openstreetmap.org for its tiles; everything else works without a network'],
]

async function copyView(): Promise<void> {
  const stored = store.get().snapshot?.run != null
  await copyLink(linkToView(), stored ? 'Link to what is seen copied.' : 'Link to this view copied. The run goes with it when it is in the library.')
}

function choice(id: string, label: string, options: readonly (readonly [number, string])[], read: () => number, write: (value: number) => void): HTMLElement {
  const select = h('select', { id }, ...options.map(([value, name]) => h('option', { value }, name)))
  select.addEventListener('change', () => write(Number(select.value)))
  store.watch(read, (value) => (select.value = String(value)))
  return h('div', { class: 'field' }, h('label', { for: id }, label), select)
}

export function layersPanel(): HTMLElement {
  const checks = NAMES.map(([layer, label, hint]) => {
    const { element, input } = checkField(`layer-${layer}`, label, false, (on) =>
      setting({ layers: { ...store.get().settings.layers, [layer]: on } }), hint)
    store.watch((s) => s.settings.layers[layer], (on) => (input.checked = on))
    return element
  })
  const online = h('p', { class: 'quiet small', role: 'status', id: 'osm-state' })
  store.watch((s) => s.osm, (osm) => {
    text(online, ONLINE[osm])
    online.classList.toggle('error', osm === 'failed')
  })
  const split = checkField('view3d', '3-D view of the sea floor', false, (view3d) => setting({ view3d }))
  store.watch((s) => s.settings.view3d, (on) => (split.input.checked = on))
  const scales = [[0, 'by view'], ...DEPTH_SCALES.map((m) => [m, `0 – ${m} m`] as const)] as const
  const heights = [[0, 'by view'], ...[0.1, 0.5, 1, 2, 5, 10].map((x) => [x, `${x} ×`] as const)] as const
  return section('Map', true, ...checks, online, split.element,
    h('div', { class: 'pair' },
      choice('depth-scale', 'Depth colours', scales, () => store.get().settings.maxDepth, (maxDepth) => setting({ maxDepth })),
      choice('exaggeration', '3-D heights', heights, () => store.get().settings.exaggeration, (exaggeration) => setting({ exaggeration }))),
    h('div', { class: 'row' }, button('Show whole mission', () => byId('maps').dispatchEvent(new Event('fit'))),
      button('Copy link', () => void copyView(), { id: 'copy-view', title: 'Copy a link that opens this run, moment, view and layers' })))
}
