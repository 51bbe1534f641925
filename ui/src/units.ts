/** Units that people read; everything else in the page is SI and degrees. */

export type UnitSystem = 'SI' | 'nautical'

export const KNOT_M_S = 1852 / 3600
export const NAUTICAL_MILE_M = 1852

export interface Unit {
  name: string
  /** SI value of one of it. */
  si: number
}

export const speedUnit = (system: UnitSystem): Unit =>
  system === 'SI' ? { name: 'm/s', si: 1 } : { name: 'kn', si: KNOT_M_S }

export function distanceUnit(system: UnitSystem, metres: number): Unit {
  const size = Math.abs(metres)
  if (system === 'nautical') return size < 185.2 ? { name: 'm', si: 1 } : { name: 'nmi', si: NAUTICAL_MILE_M }
  return size < 1000 ? { name: 'm', si: 1 } : { name: 'km', si: 1000 }
}

export function energyUnit(joules: number): Unit {
  const size = Math.abs(joules)
  if (size < 3600) return { name: 'J', si: 1 }
  return size < 3.6e6 ? { name: 'Wh', si: 3600 } : { name: 'kWh', si: 3.6e6 }
}

/** 0 up to but not 360. */
export function wrap360(deg: number): number {
  const wrapped = deg % 360
  return wrapped < 0 ? (wrapped + 360) % 360 : wrapped
}

/** Nearest longitude to `near` that is the same meridian as `lon`, so that lines cross the date line unbroken. */
export function continuousLon(lon: number, near: number): number {
  return lon + 360 * Math.round((near - lon) / 360)
}

/** -180 up to but not 180. */
export function wrapLon(lon: number): number {
  return wrap360(lon + 180) - 180
}

/** Compass course of a vector given east and north. */
export function courseOf(east: number, north: number): number {
  return wrap360((Math.atan2(east, north) * 180) / Math.PI)
}

/** Great-circle distance [m] on a sphere; good to half a per cent. */
export function distanceBetween(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const rad = Math.PI / 180
  const across = Math.sin(((b.lon - a.lon) * rad) / 2) ** 2 * Math.cos(a.lat * rad) * Math.cos(b.lat * rad)
  const along = Math.sin(((b.lat - a.lat) * rad) / 2) ** 2
  return 2 * 6_371_009 * Math.asin(Math.min(1, Math.sqrt(across + along)))
}

/** Angle a fraction of the short way from one compass angle to another. */
export function turn(from: number, to: number, fraction: number): number {
  const way = wrap360(to - from + 180) - 180
  return wrap360(from + way * fraction)
}
