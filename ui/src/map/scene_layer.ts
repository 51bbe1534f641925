/** Keeps the scene of the tilted view up to date: each part is made again only when what it shows changed. */

import type { CustomLayerInterface, CustomRenderMethodInput, Map } from 'maplibre-gl'

import { store, track } from '../state.ts'
import type { CurrentsGrid } from '../types.ts'
import { metresPerPixel } from './box.ts'
import { watchCurrents } from './currents.ts'
import { type Palette, paletteOf } from './palette.ts'
import { type Part, Ribbons } from './ribbons.ts'
import { currentsPart, postsPart, surfacePart, trackPart, vehiclePart } from './scene.ts'

type Name = 'surface' | 'currents' | 'posts' | 'track'

/** Metres across the middle of a map. */
export const widthOf = (map: Map): number => metresPerPixel(map) * map.getContainer().clientWidth

export function showScene(map: Map, heights: () => number): { renew: () => void } {
  const parts: Partial<Record<Name, Part | null>> = {}
  let currents: CurrentsGrid | null = null
  let ribbons: Ribbons | null = null

  const makers: Record<Name, (colours: Palette) => Part | null> = {
    posts: (colours) => postsPart([store.get().start, store.get().goal], heights(), colours),
    track: (colours) => trackPart(track, heights(), colours),
    currents: () => (currents && store.get().settings.layers.currents ? currentsPart(currents, heights()) : null),
    surface: (colours) => {
      const { lat, lng } = map.getCenter()
      return surfacePart({ lat, lon: lng }, widthOf(map), colours)
    },
  }
  const renew = (...names: Name[]): void => {
    for (const name of names) delete parts[name]
    map.triggerRepaint()
  }
  const all = (): void => renew('posts', 'track', 'currents', 'surface')

  const layer: CustomLayerInterface = {
    id: 'scene',
    type: 'custom',
    renderingMode: '3d',
    onAdd(_map, gl) {
      ribbons = new Ribbons(gl as WebGL2RenderingContext)
    },
    render(_gl, input: CustomRenderMethodInput) {
      const { shown, start, theme } = store.get()
      const order = ['posts', 'track', 'currents', 'surface'] as const
      const drawn = order.map((name) => (parts[name] === undefined ? (parts[name] = makers[name](paletteOf(theme))) : parts[name]))
      if (shown) drawn.push(vehiclePart(shown, start?.lon ?? shown.lon, heights(), map.getZoom()))
      ribbons?.draw(input.defaultProjectionData.mainMatrix as ArrayLike<number>, drawn.filter((part): part is Part => part != null))
    },
  }
  map.addLayer(layer)
  watchCurrents(map, (grid) => {
    currents = grid
    renew('currents')
  })
  map.on('moveend', () => renew('surface'))
  store.watch((s) => s.trackVersion, () => renew('track'))
  store.watch((s) => [s.start, s.goal], () => renew('posts'))
  store.watch((s) => s.settings.layers.currents, () => renew('currents'))
  store.watch((s) => s.theme, all)
  store.watch((s) => s.shown, () => map.triggerRepaint())
  return { renew: all }
}
