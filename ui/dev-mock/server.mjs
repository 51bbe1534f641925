// A stand-in for `seatrial serve`, for work on the page alone: node dev-mock/server.mjs [PORT]. Never shipped.
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'

const port = Number(process.argv[2] ?? 8080)
const dist = new URL('../../src/seatrial/server/static/', import.meta.url)
const TYPES = { html: 'text/html', js: 'text/javascript', mjs: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }

let plan = null
let rows = []
let computed = 0
let t = 0
let running = false
let speed = 1
let serial = 1
let mission = null
let name = ''
let vehicle = { name: 'torpedo', mass_kg: 25, volume_m3: 0.024439, thruster_count: 4, length_m: 1, radius_m: 0.1, ballast: 'none', battery: 40, buoyancy_percent: 0.2 }
const runs = []

const metres = (a, b) => Math.hypot((b.lat - a.lat) * 111_000, (b.lon - a.lon) * 111_000 * Math.cos((a.lat * Math.PI) / 180))
const floorAt = (lat, lon) => 900 + 500 * Math.sin(lat * 60) * Math.cos(lon * 50)

function make(m) {
  const start = { lat: m.start_lat, lon: m.start_lon }
  const goal = { lat: m.goal_lat, lon: m.goal_lon }
  if (Math.abs(goal.lon - start.lon) > 180) goal.lon += 360 * Math.sign(start.lon - goal.lon)
  const length = metres(start, goal)
  const count = Math.min(2000, Math.max(2, Math.ceil(length / (m.sample_spacing_m ?? 30))))
  const waypoints = Array.from({ length: count + 1 }, (_, i) => ({
    lat: start.lat + ((goal.lat - start.lat) * i) / count, lon: start.lon + ((goal.lon - start.lon) * i) / count,
    depth_m: i === 0 || i === count ? 0 : m.cruise_depth_m, speed_m_s: m.cruise_speed_m_s,
  }))
  plan = { distance_m: length, duration_s: length / m.cruise_speed_m_s + 300, energy_J: length * 50, routed_around_land: false, waypoints, warnings: [] }
  const total = Math.min(20_000, plan.duration_s * 1.1)
  rows = Array.from({ length: Math.ceil(total * 10) + 1 }, (_, i) => {
    const s = i / 10
    const part = s / total
    return {
      t: s, lat: start.lat + (goal.lat - start.lat) * part + 0.002 * Math.sin(part * 12) * Math.sin(part * 3.14), lon: start.lon + (goal.lon - start.lon) * part,
      depth_m: m.cruise_depth_m * Math.min(1, part * 8, (1 - part) * 8), speed_m_s: 1.1 + 0.1 * Math.sin(s / 60), speed_through_water_m_s: 1.2,
      power_W: 90 + 20 * Math.sin(s / 45), soc: 1 - 0.3 * part, compass_deg: 45 + 10 * Math.sin(s / 80), sea_floor_depth_m: floorAt(start.lat + part, start.lon),
    }
  })
  computed = 0
  t = 0
  running = false
  serial += 1
  mission = m
  name = m.name ?? 'mission'
  runs.unshift({ id: `r${serial}`, name, created: new Date().toISOString(), status: 'complete', distance_m: length, duration_s: total, energy_J: 1e5, bytes: 1e6, plan, rows, mission })
  return plan
}

function snapshot() {
  if (!plan) return { t: 0, lat: 0, lon: 0, depth_m: 0, plan_loaded: false, running: false, finished: false, grounded: false, state: 'no plan', rows: 0, run: null, name: '' }
  const r = rows[Math.min(Math.round(t * 10), rows.length - 1)]
  const end = (rows.length - 1) / 10
  const finished = t >= end
  return {
    ...r, heading_deg: 90 - r.compass_deg, pitch_deg: 1, roll_deg: 0.2, pitch_up_deg: -1, voltage_V: 29, current_A: 3, energy_J: r.t * 90, distance_m: r.t * 1.1, wp: 3,
    wp_total: plan.waypoints.length, running: running && !finished, finished, grounded: false, plan_loaded: true, current_east_m_s: 0.1, current_north_m_s: 0.05,
    state: finished ? 'complete' : running ? 'running' : 'paused', computing: computed < rows.length, computed_s: Math.max(0, computed - 1) / 10, rows: computed,
    playback_speed: speed, run: `r${serial}`, name,
  }
}

setInterval(() => {
  computed = Math.min(rows.length, computed + 60)
  if (running && plan) t = Math.min(t + 0.033 * speed, Math.max(0, computed - 1) / 10)
}, 33)

function png(size, pixel) {
  const raw = Buffer.alloc(size * (size * 4 + 1))
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) raw.set(pixel(x / size, y / size), y * (size * 4 + 1) + 1 + x * 4)
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', deflateSync(raw)), chunk('IEND', Buffer.alloc(0))])
}

const columns = (all, since, every, most = 20_000) => {
  const picked = []
  let i = since
  for (; i < all.length && picked.length < most; i += every) picked.push(all[i])
  const out = {}
  for (const key of Object.keys(rows[0] ?? { t: 0 })) out[key] = picked.map((r) => r[key])
  return { since, next: i, total: all.length, every, ...out }
}

const routes = {
  'GET /api/session': () => ({ session: 'default', vehicle, mission, playback_speed: speed, run: plan ? `r${serial}` : null }),
  'GET /api/plan': () => plan ?? { distance_m: 0, duration_s: 0, energy_J: 0, routed_around_land: false, waypoints: [] },
  'GET /api/vehicle': () => vehicle,
  'POST /api/vehicle': (_q, b) => (vehicle = { ...vehicle, ...b, volume_m3: Math.PI * b.radius_m ** 2 * b.length_m * 0.78, buoyancy_percent: undefined }),
  'POST /api/mission': (_q, b) => (b.start_lat > 80 ? { status: 422, error: 'start position is on land', waypoints: [] } : make(b)),
  'POST /api/control': (_q, b) => {
    if (b.action === 'play') (t >= (rows.length - 1) / 10 && (t = 0), (running = plan !== null))
    if (b.action === 'pause') running = false
    if (b.action === 'reset') ((running = false), (t = 0))
    if (b.action === 'set_speed') speed = b.value
    if (b.action === 'set_cursor') t = b.value
    return { ok: true }
  },
  'GET /api/track': (q) => columns(rows.slice(0, computed), Number(q.get('since') ?? 0), Number(q.get('every') ?? 1)),
  'GET /api/events': () => ({ items: plan ? [{ t: 30, kind: 'waypoint', waypoint: 1 }, { t: 60, kind: 'waypoint', waypoint: 2 }] : [] }),
  'GET /api/point': (q) => ({ land: false, depth_m: floorAt(Number(q.get('lat')), Number(q.get('lon'))), current_east_m_s: 0.2, current_north_m_s: 0.1 }),
  'GET /api/currents': (q) => {
    const n = (k) => Number(q.get(k))
    const u = Array.from({ length: n('width') * n('height') }, (_, i) => 0.6 * Math.sin(i / 9))
    return { lat_min: n('lat_min'), lat_max: n('lat_max'), lon_min: n('lon_min'), lon_max: n('lon_max'), width: n('width'), height: n('height'), depth_m: 0, u, v: u.map((x) => 0.4 - x) }
  },
  'GET /api/runs': () => ({ items: runs.map(({ rows: _r, plan: _p, mission: _m, ...r }) => r), total: runs.length }),
}

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://mock')
  const answer = (body, status = 200) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  let text = ''
  for await (const part of request) text += part
  const body = text ? JSON.parse(text) : {}
  const route = routes[`${request.method} ${url.pathname}`]
  const [, id, what] = /^\/api\/runs\/(\w+)\/?(\w*)$/.exec(url.pathname) ?? []
  if (route) {
    const out = route(url.searchParams, body)
    return answer(out, out.status ?? 200)
  }
  if (id) {
    const run = runs.find((r) => r.id === id)
    if (!run) return answer({ error: 'no such run' }, 404)
    if (request.method === 'DELETE') runs.splice(runs.indexOf(run), 1)
    if (request.method === 'PATCH') run.name = body.name
    if (what === 'open') ({ plan, rows, mission, name } = run), (computed = rows.length), (t = 0), (serial = Number(id.slice(1)))
    return answer(what === 'track' ? columns(run.rows, 0, Number(url.searchParams.get('every') ?? 1)) : { ok: true })
  }
  if (url.pathname === '/api/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let n = 0
    const timer = setInterval(() => response.write(`id: ${serial}.${n++}\ndata: ${JSON.stringify(snapshot())}\n\n`), 33)
    return request.on('close', () => clearInterval(timer))
  }
  const tile = /^\/tiles\/(\w+)\/(\d+)\/(\d+)\/(\d+)/.exec(url.pathname)
  if (tile?.[1] === 'base') return response.writeHead(204).end()
  if (tile) {
    const [z, x, y] = tile.slice(2).map(Number)
    const wave = (px, py) => 0.5 + 0.5 * Math.sin(((x + px) / 2 ** z) * 200) * Math.cos(((y + py) / 2 ** z) * 200)
    const picture = png(256, (px, py) => (tile[1] === 'terrain' ? [124 - Math.round(wave(px, py) * 10), 0, 0, 255] : [40, 80 + 120 * wave(px, py), 140, 255]))
    return response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
  }
  try {
    const file = url.pathname === '/' ? 'index.html' : url.pathname.slice(1)
    const data = await readFile(new URL(file, dist))
    response.writeHead(200, { 'content-type': TYPES[file.split('.').pop()] ?? 'application/octet-stream' }).end(data)
  } catch {
    answer({ error: 'nothing here' }, 404)
  }
}).listen(port, '127.0.0.1', () => console.log(`mock on http://127.0.0.1:${port}`))
