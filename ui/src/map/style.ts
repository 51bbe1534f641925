/** The map's style: our own tiles from the bottom up, then what the mission draws. */

import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'

import { arrowImage } from './arrow.ts'
import type { DepthRange } from './depth_range.ts'
import { type Look, paletteOf } from './palette.ts'

const EMPTY: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }
const tiles = (path: string): string[] => [`${location.origin}/tiles/${path}`]

export const bathymetryTiles = ({ min, max }: DepthRange): string[] =>
  tiles(`bathymetry/{z}/{x}/{y}.png?min_depth_m=${min}&max_depth_m=${max}`)

/** Zoom beyond which the server's tiles hold nothing new; the map stretches the last ones. */
const FINEST = { base: 10, raster: 9 }

export const geojson = (): SourceSpecification => ({ type: 'geojson', data: EMPTY, tolerance: 0.2, buffer: 32 })

function sources(range: DepthRange): Record<string, SourceSpecification> {
  return {
    base: { type: 'vector', tiles: tiles('base/{z}/{x}/{y}.mvt'), maxzoom: FINEST.base },
    bathymetry: { type: 'raster', tiles: bathymetryTiles(range), tileSize: 256, maxzoom: FINEST.raster },
    hills: { type: 'raster-dem', tiles: tiles('terrain/{z}/{x}/{y}.png'), tileSize: 256, maxzoom: FINEST.raster, encoding: 'terrarium' },
    terrain: { type: 'raster-dem', tiles: tiles('terrain/{z}/{x}/{y}.png'), tileSize: 256, maxzoom: FINEST.raster, encoding: 'terrarium' },
    osm: {
      type: 'raster',
      tiles: ['https://tile.openstreetmap.org/{z}/{x}/{y}.png'],
      tileSize: 256,
      maxzoom: 19,
      attribution: '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors',
    },
    currents: geojson(),
    route: geojson(),
    waypoints: geojson(),
    compare: geojson(),
    travelled: geojson(),
  }
}

export function layersOf(look: Look): LayerSpecification[] {
  const p = paletteOf(look.theme)
  const shown = (on: boolean): { visibility: 'visible' | 'none' } => ({ visibility: on ? 'visible' : 'none' })
  const { layers } = look
  // Our own land gives way only to tiles that have really come.
  const online = layers.osm && look.osm === 'shown'
  return [
    { id: 'water', type: 'background', paint: { 'background-color': p.water } },
    { id: 'osm', type: 'raster', source: 'osm', layout: shown(layers.osm) },
    {
      id: 'bathymetry', type: 'raster', source: 'bathymetry', layout: shown(layers.bathymetry),
      paint: { 'raster-opacity': online ? 0.7 : 1, 'raster-fade-duration': 0 },
    },
    {
      id: 'hillshade', type: 'hillshade', source: 'hills', layout: shown(layers.hillshade),
      paint: {
        'hillshade-exaggeration': 0.6, 'hillshade-shadow-color': '#04101c', 'hillshade-highlight-color': '#f4fbff',
        'hillshade-accent-color': '#20384f',
      },
    },
    {
      id: 'land', type: 'fill', source: 'base', 'source-layer': 'land', layout: shown(!online),
      paint: { 'fill-color': p.land, 'fill-antialias': false },
    },
    { id: 'lakes', type: 'fill', source: 'base', 'source-layer': 'lakes', layout: shown(!online), paint: { 'fill-color': p.lake } },
    {
      id: 'contours', type: 'line', source: 'base', 'source-layer': 'contours', layout: shown(layers.contours),
      paint: { 'line-color': p.contour, 'line-width': 0.8, 'line-opacity': 0.6 },
    },
    {
      id: 'contour-names', type: 'symbol', source: 'base', 'source-layer': 'contours',
      layout: {
        ...shown(layers.contours), 'symbol-placement': 'line', 'text-field': ['concat', ['to-string', ['get', 'depth_m']], ' m'],
        'text-size': 11, 'text-font': ['sans-serif'],
      },
      paint: { 'text-color': p.contourText, 'text-halo-color': p.halo, 'text-halo-width': 1.2 },
    },
    {
      id: 'coast', type: 'line', source: 'base', 'source-layer': 'coast', layout: shown(!online),
      paint: { 'line-color': p.coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.5, 10, 1.2] },
    },
    {
      id: 'currents', type: 'symbol', source: 'currents',
      layout: {
        ...shown(layers.currents), 'icon-image': arrowImage, 'icon-rotate': ['get', 'course'], 'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true, 'icon-ignore-placement': true, 'icon-pitch-alignment': 'map',
        'icon-size': ['get', 'size'],
      },
      paint: {},
    },
    {
      id: 'compare', type: 'line', source: 'compare', layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': p.compare, 'line-width': 2.5, 'line-dasharray': [0.1, 1.8] },
    },
    {
      id: 'route-halo', type: 'line', source: 'route', layout: { 'line-join': 'round' },
      paint: { 'line-color': p.halo, 'line-width': 4.5, 'line-opacity': p.haloOpacity },
    },
    {
      id: 'travelled', type: 'line', source: 'travelled', layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': p.track, 'line-width': 4 },
    },
    {
      id: 'route', type: 'line', source: 'route', layout: { 'line-join': 'round' },
      paint: { 'line-color': p.plan, 'line-width': 1.8, 'line-dasharray': [3, 3] },
    },
    {
      id: 'waypoints', type: 'circle', source: 'waypoints', minzoom: 8,
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 1, 13, 2, 17, 4], 'circle-color': p.plan, 'circle-opacity': 0.6, 'circle-pitch-alignment': 'map',
      },
    },
  ]
}

export function styleOf(look: Look, range: DepthRange): StyleSpecification {
  return { version: 8, sources: sources(range), layers: layersOf(look) }
}
