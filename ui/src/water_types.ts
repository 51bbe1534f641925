/** What the server says of the water: its sources, and sections along a route. */

/** Depths that the overlays can be asked for [m]; cruise depth is `AT_CRUISE`. */
export const OVERLAY_DEPTHS: readonly number[] = [0, 10, 20, 50, 100, 200, 500, 1000, 2000, 4000]
export const AT_CRUISE = -1

export interface SourceTime {
  first: string
  last: string
  step_s: number
}

export interface Source {
  name: string
  kind: 'file' | 'shipped' | 'formula'
  files: string[]
  levels_m: number[]
  time: (SourceTime & { count: number; outside: string }) | null
  attribution: string | null
}

export interface Sources {
  attribution: string[]
  fields: { name: string; unit: string; time_dependent: boolean; sources: Source[]; layers: string[] }[]
  /** Times that can be shown; null where nothing depends on time. */
  time: (SourceTime & { default: string }) | null
}

export type SectionField = 'temperature' | 'salinity' | 'speed' | 'along' | 'across'

export interface Section {
  time: string | null
  lat: number[]
  lon: number[]
  distance_m: number[]
  floor_m: (number | null)[]
  levels_m: number[]
  /** Rows are levels. */
  fields: Partial<Record<SectionField, { unit: string; values: (number | null)[][]; sources: string[] }>>
  plan: { distance_m: number[]; depth_m: number[] } | null
}
