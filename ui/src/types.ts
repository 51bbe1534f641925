/** What the server sends and takes; names and units are those of the HTTP contract. */

export interface LatLon {
  lat: number
  lon: number
}

export type StateName = 'no plan' | 'paused' | 'running' | 'complete' | 'brownout' | 'GROUNDED' | 'failed'

export interface Snapshot extends LatLon {
  t: number
  depth_m: number
  speed_m_s: number
  heading_deg: number
  pitch_deg: number
  roll_deg: number
  soc: number
  voltage_V: number
  current_A: number
  power_W: number
  energy_J: number
  distance_m: number
  wp: number
  wp_total: number
  running: boolean
  finished: boolean
  grounded: boolean
  plan_loaded: boolean
  compass_deg?: number
  pitch_up_deg?: number
  sea_floor_depth_m?: number | null
  current_east_m_s?: number | null
  current_north_m_s?: number | null
  speed_through_water_m_s?: number
  state?: StateName
  status?: string | null
  computing?: boolean
  computed_s?: number
  rows?: number
  playback_speed?: number
  run?: string | null
  name?: string
}

export interface Waypoint extends LatLon {
  depth_m: number
  speed_m_s: number
}

export interface Plan {
  distance_m: number
  duration_s: number
  energy_J: number
  routed_around_land: boolean
  error?: string
  waypoints: Waypoint[]
  warnings?: string[]
  cruise_depth_m?: number
  start_moved_m?: number
  goal_moved_m?: number
  route?: [number, number][]
  drawn_lon?: number[]
}

export interface MissionRequest {
  start_lat: number
  start_lon: number
  goal_lat: number
  goal_lon: number
  cruise_depth_m: number
  cruise_speed_m_s: number
  descent_rate_m_s: number
  sample_spacing_m?: number
  clearance_m?: number
  shore_clearance_m?: number
  max_duration_s?: number
  reset_at_waypoints?: boolean
  name?: string
  start_time?: string
}

export interface VehicleRequest {
  length_m: number
  radius_m: number
  mass_kg: number
  ballast?: 'none' | 'neutral'
  battery?: 'unlimited' | number
}

export interface Vehicle {
  name?: string
  mass_kg: number
  volume_m3: number
  length_m?: number
  radius_m?: number
  ballast?: 'none' | 'neutral'
  battery?: 'unlimited' | number | { capacity_Ah: number } | null
  net_buoyancy_N?: number
  buoyancy_percent?: number
  top_speed_m_s?: number | null
  top_descent_m_s?: number | null
}

export interface Session {
  session?: string
  /** Changes with every start of the server. */
  server?: string
  /** Whether a page was built since it started, from other code than it runs. */
  outdated?: boolean
  /** Serial of the run that is loaded; the stream has it too. */
  serial?: string | null
  plan_loaded?: boolean
  /** `sent`: what was asked for, null when nothing was. */
  vehicle?: (Vehicle & { sent?: unknown }) | null
  mission?: Partial<MissionRequest> | null
  playback_speed?: number
  run?: string | null
}

/** Columns of the history; `null` where there is no number. */
export interface TrackColumns {
  t: number[]
  lat: number[]
  lon: number[]
  depth_m: number[]
  sea_floor_depth_m: (number | null)[]
  speed_m_s: number[]
  speed_through_water_m_s: number[]
  power_W: number[]
  soc: number[]
  compass_deg: number[]
}

export interface TrackPage extends TrackColumns {
  since: number
  next: number
  total: number
  every: number
}

export interface MissionEvent {
  t: number
  kind: string
  waypoint?: number | null
}

export interface RunItem {
  id: string
  name: string
  created: string | number
  status: string | null
  distance_m: number | null
  duration_s: number | null
  energy_J: number | null
  start?: LatLon | [number, number] | null
  goal?: LatLon | [number, number] | null
  bytes?: number
  /** What made it; runs of earlier versions have none of it. */
  vehicle?: { model: string; length_m: number; radius_m: number; mass_kg: number; ballast: 'none' | 'neutral'; battery: number | 'unlimited' }
  cruise_depth_m?: number
  cruise_speed_m_s?: number
}

export interface CurrentsGrid {
  lat_min: number
  lon_min: number
  lat_max: number
  lon_max: number
  width: number
  height: number
  depth_m: number
  u: (number | null)[]
  v: (number | null)[]
}

export interface PointInfo {
  temperature_degC?: number | null
  salinity?: number | null
  land?: boolean
  depth_m?: number | null
  sea_floor_depth_m?: number | null
  current_east_m_s?: number | null
  current_north_m_s?: number | null
}
