/**
 * The track at its true depth in the tilted view: a line, a curtain from it down to the sea floor, and a stem under the vehicle.
 *
 * Corners are kept relative to an origin, so that 32 bits are enough for centimetres.
 */

import { type CustomLayerInterface, type CustomRenderMethodInput, type Map, MercatorCoordinate } from 'maplibre-gl'

import { type Shown, store, track } from '../state.ts'
import { continuousLon } from '../units.ts'
import { inkOf } from './palette.ts'

const MOST_POINTS = 1200
const ARROW_PIXELS = 14

const VERTEX = `#version 300 es
uniform mat4 matrix;
in vec3 place;
void main() { gl_Position = matrix * vec4(place, 1.0); }`
const FRAGMENT = `#version 300 es
precision mediump float;
uniform vec4 colour;
out vec4 shown;
void main() { shown = vec4(colour.rgb * colour.a, colour.a); }`

interface Shape {
  origin: MercatorCoordinate
  line: Float32Array
  curtain: Float32Array
}

function shape(exaggeration: number): Shape | null {
  if (track.length < 2) return null
  const lat = track.column('lat')
  const lon = track.column('lon')
  const depth = track.column('depth_m')
  const floor = track.column('sea_floor_depth_m')
  const origin = MercatorCoordinate.fromLngLat([lon[0] ?? 0, lat[0] ?? 0])
  const scale = origin.meterInMercatorCoordinateUnits() * exaggeration
  const step = Math.max(1, Math.ceil(track.length / MOST_POINTS))
  const line: number[] = []
  const curtain: number[] = []
  for (let k = 0; k < track.length + step - 1; k += step) {
    const i = Math.min(k, track.length - 1)
    // Longitudes go on beyond 180 degrees here, as they do in the world units.
    const x = (180 + (lon[i] ?? 0)) / 360 - origin.x
    const y = MercatorCoordinate.fromLngLat([0, lat[i] ?? 0]).y - origin.y
    const z = -(depth[i] ?? 0) * scale
    const bottom = Number.isFinite(floor[i]) ? -(floor[i] ?? 0) * scale : z
    line.push(x, y, z)
    curtain.push(x, y, z, x, y, bottom)
  }
  return { origin, line: new Float32Array(line), curtain: new Float32Array(curtain) }
}

/** Vehicle as an arrow of a fixed size on the screen, and the stem that ties it to the sea floor. */
function vehicle(shown: Shown, origin: MercatorCoordinate, exaggeration: number, zoom: number): { arrow: Float32Array; stem: Float32Array } {
  const scale = origin.meterInMercatorCoordinateUnits() * exaggeration
  const near = origin.toLngLat().lng
  const x = (180 + continuousLon(shown.lon, near)) / 360 - origin.x
  const y = MercatorCoordinate.fromLngLat([0, shown.lat]).y - origin.y
  const z = -(shown.depth_m ?? 0) * scale
  const floor = -(shown.sea_floor_depth_m ?? shown.depth_m ?? 0) * scale
  const size = ARROW_PIXELS / (512 * 2 ** zoom)
  const heading = ((shown.compass_deg ?? 0) * Math.PI) / 180
  const corner = (angle: number, far: number): [number, number, number] => [
    x + Math.sin(heading + angle) * size * far, y - Math.cos(heading + angle) * size * far, z,
  ]
  const tail = corner(Math.PI, 0.35)
  const arrow = [...corner(2.5, 0.9), ...tail, ...corner(0, 1), ...corner(-2.5, 0.9)]
  return { arrow: new Float32Array([...arrow.slice(0, 9), ...arrow.slice(6, 12)]), stem: new Float32Array([x, y, z, x, y, floor]) }
}

const channels = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number]

/** matrix * translation(x, y, z), in 64 bits and column by column as WebGL has it. */
function moved(m: ArrayLike<number>, x: number, y: number, z: number): Float32Array {
  const out = Float32Array.from(m)
  for (let r = 0; r < 4; r++) out[12 + r] = (m[r] ?? 0) * x + (m[4 + r] ?? 0) * y + (m[8 + r] ?? 0) * z + (m[12 + r] ?? 0)
  return out
}

function compile(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()
  for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]] as const) {
    const shader = gl.createShader(kind)
    if (!shader) throw new Error('no shader')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  return program
}

export function showDepthTrack(map: Map): void {
  let program: WebGLProgram | null = null
  let buffer: WebGLBuffer | null = null
  let now: Shape | null = null
  let stale = true

  function draw(gl: WebGL2RenderingContext, data: Float32Array, mode: number, hex: string, alpha: number): void {
    if (!program) return
    const colour = gl.getUniformLocation(program, 'colour')
    gl.uniform4f(colour, ...channels(hex), alpha)
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW)
    gl.drawArrays(mode, 0, data.length / 3)
  }

  const layer: CustomLayerInterface = {
    id: 'depth-track',
    type: 'custom',
    renderingMode: '3d',
    onAdd(_map, gl) {
      program = compile(gl as WebGL2RenderingContext)
      buffer = gl.createBuffer()
    },
    render(context, input: CustomRenderMethodInput) {
      const gl = context as WebGL2RenderingContext
      if (stale) now = shape(map.getTerrain()?.exaggeration ?? 1)
      stale = false
      if (!program || !now) return
      const place = gl.getAttribLocation(program, 'place')
      const matrix = moved(input.defaultProjectionData.mainMatrix as ArrayLike<number>, now.origin.x, now.origin.y, 0)
      gl.useProgram(program)
      gl.bindVertexArray(null)
      gl.uniformMatrix4fv(gl.getUniformLocation(program, 'matrix'), false, matrix)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      gl.enableVertexAttribArray(place)
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0)
      gl.enable(gl.BLEND)
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
      gl.disable(gl.CULL_FACE)
      const { settings, shown } = store.get()
      const hex = inkOf(settings).track
      draw(gl, now.curtain, gl.TRIANGLE_STRIP, hex, 0.22)
      draw(gl, now.line, gl.LINE_STRIP, hex, 1)
      if (!shown) return
      const { arrow, stem } = vehicle(shown, now.origin, map.getTerrain()?.exaggeration ?? 1, map.getZoom())
      draw(gl, stem, gl.LINES, '#ffffff', 0.8)
      draw(gl, arrow, gl.TRIANGLE_STRIP, '#ffffff', 1)
    },
  }
  map.addLayer(layer)
  store.watch((s) => [s.trackVersion, s.settings.exaggeration, s.settings.theme, s.start, s.goal], () => {
    stale = true
    map.triggerRepaint()
  })
  store.watch((s) => s.shown, () => map.triggerRepaint())
}
