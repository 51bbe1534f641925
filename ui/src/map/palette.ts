/** Colours of the map in both themes; cmocean deep and speed for what is measured. */

import type { Settings } from '../state.ts'

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
}

const PALETTES: Record<Settings['theme'], Palette> = {
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
  },
  light: {
    water: '#dfe9f1',
    land: '#f2efe6',
    lake: '#d5e4ef',
    coast: '#5c7185',
    contour: '#17324c',
    contourText: '#10273d',
    plan: '#007d9e',
    track: '#d65f00',
    compare: '#7a3fb5',
    halo: '#ffffff',
  },
}

export const paletteOf = (theme: Settings['theme']): Palette => PALETTES[theme]

/** Colours of what is drawn over the map: those of the dark theme wherever depth colours lie under them. */
export const inkOf = (settings: Settings): Palette => paletteOf(settings.layers.bathymetry ? 'dark' : settings.theme)

/** Upper ends of the depth scale [m]; 0 in the settings takes one by zoom. */
export const DEPTH_SCALES = [100, 500, 2000, 6000] as const

export function depthScale(chosen: number, zoom: number): number {
  if (chosen > 0) return chosen
  if (zoom < 5) return 6000
  return zoom < 9 ? 4000 : 2000
}

/** Top of the scale of the current arrows [m/s]. */
export const CURRENT_SCALE = 1.5
