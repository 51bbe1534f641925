/** A small WebGL program for coloured corners in world units, kept relative to an origin so that 32 bits hold centimetres. */

import type { MercatorCoordinate } from 'maplibre-gl'

const VERTEX = `#version 300 es
uniform mat4 matrix;
uniform vec2 shift;
in vec3 place;
in vec4 tint;
out vec4 colour;
void main() {
  gl_Position = matrix * vec4(place, 1.0);
  gl_Position.xy += shift * gl_Position.w;
  colour = vec4(tint.rgb * tint.a, tint.a);
}`
const FRAGMENT = `#version 300 es
precision mediump float;
in vec4 colour;
out vec4 shown;
void main() { shown = colour; }`

/** Numbers of a corner: x, y, z and red, green, blue, opacity. */
const CORNER = 7

export type Tint = readonly [number, number, number, number]

/** Colour such as #2fd4f5 with an opacity. */
export function tint(hex: string, alpha = 1): Tint {
  const part = (at: number): number => parseInt(hex.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5), alpha]
}

/** Corners of one kind of primitive. */
export class Shape {
  readonly numbers: number[] = []
  readonly mode: 'LINES' | 'LINE_STRIP' | 'TRIANGLES' | 'TRIANGLE_STRIP'
  /** Pixels that lines are wide. */
  readonly width: number
  /** Whether it shows through what stands before it. */
  readonly through: boolean

  constructor(mode: Shape['mode'], width = 1, through = false) {
    this.mode = mode
    this.width = width
    this.through = through
  }

  add(x: number, y: number, z: number, colour: Tint): this {
    this.numbers.push(x, y, z, ...colour)
    return this
  }
}

export interface Part {
  origin: MercatorCoordinate
  shapes: Shape[]
}

/** matrix * translation(x, y, 0), in 64 bits and column by column as WebGL has it. */
function moved(m: ArrayLike<number>, x: number, y: number): Float32Array {
  const out = Float32Array.from(m)
  for (let r = 0; r < 4; r++) out[12 + r] = (m[r] ?? 0) * x + (m[4 + r] ?? 0) * y + (m[12 + r] ?? 0)
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

/** Draws parts with the map's own matrix; what did not change stays on the graphics card. */
export class Ribbons {
  private readonly gl: WebGL2RenderingContext
  private readonly program: WebGLProgram
  private readonly kept = new WeakMap<Shape, { buffer: WebGLBuffer; count: number }>()
  private live = new Set<Shape>()

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl
    this.program = compile(gl)
  }

  draw(matrix: ArrayLike<number>, parts: readonly Part[]): void {
    const { gl, program } = this
    gl.useProgram(program)
    gl.bindVertexArray(null)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.disable(gl.CULL_FACE)
    // What is see-through hides nothing behind it.
    gl.depthMask(false)
    const now = new Set<Shape>()
    for (const { origin, shapes } of parts) {
      gl.uniformMatrix4fv(gl.getUniformLocation(program, 'matrix'), false, moved(matrix, origin.x, origin.y))
      for (const shape of shapes) {
        now.add(shape)
        this.drawShape(shape)
      }
    }
    gl.depthMask(true)
    for (const gone of this.live) if (!now.has(gone)) this.drop(gone)
    this.live = now
  }

  private drop(shape: Shape): void {
    const kept = this.kept.get(shape)
    if (kept) this.gl.deleteBuffer(kept.buffer)
    this.kept.delete(shape)
  }

  private bind(shape: Shape): number {
    const { gl } = this
    let kept = this.kept.get(shape)
    if (kept) gl.bindBuffer(gl.ARRAY_BUFFER, kept.buffer)
    else {
      kept = { buffer: gl.createBuffer(), count: shape.numbers.length / CORNER }
      gl.bindBuffer(gl.ARRAY_BUFFER, kept.buffer)
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(shape.numbers), gl.STATIC_DRAW)
      this.kept.set(shape, kept)
    }
    return kept.count
  }

  private drawShape(shape: Shape): void {
    const { gl, program } = this
    const count = this.bind(shape)
    for (const [name, size, at] of [['place', 3, 0], ['tint', 4, 3]] as const) {
      const place = gl.getAttribLocation(program, name)
      gl.enableVertexAttribArray(place)
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, CORNER * 4, at * 4)
    }
    if (shape.through) gl.disable(gl.DEPTH_TEST)
    else gl.enable(gl.DEPTH_TEST)
    const shift = gl.getUniformLocation(program, 'shift')
    // Lines are one pixel wide everywhere: a wider one is drawn beside itself.
    for (let i = 0; i < shape.width; i++) {
      for (let j = 0; j < shape.width; j++) {
        const [dx, dy] = [i - (shape.width - 1) / 2, j - (shape.width - 1) / 2]
        gl.uniform2f(shift, (2 * dx) / gl.drawingBufferWidth, (2 * dy) / gl.drawingBufferHeight)
        gl.drawArrays(gl[shape.mode], 0, count)
      }
    }
  }
}
