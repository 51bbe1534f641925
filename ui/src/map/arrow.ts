/** Pictures of an arrow that points to north, one for each part of the speed scale; the rim shows them over every depth. */

import type { ExpressionSpecification, Map } from 'maplibre-gl'

import { CURRENT_SCALE, SPEED } from './palette.ts'

const SIZE = 56
/** The darkest colours of the scale cannot be told from deep water. */
const COLOURS = SPEED.slice(0, 7)

export const ARROW_COLOURS: readonly string[] = COLOURS

function draw(colour: string, rim: string): ImageData | null {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.lineCap = pen.lineJoin = 'round'
  for (const [stroke, width] of [[rim, 11], [colour, 5.5]] as const) {
    pen.strokeStyle = stroke
    pen.lineWidth = width
    pen.beginPath()
    pen.moveTo(28, 49)
    pen.lineTo(28, 9)
    pen.moveTo(15, 23)
    pen.lineTo(28, 8)
    pen.lineTo(41, 23)
    pen.stroke()
  }
  return pen.getImageData(0, 0, SIZE, SIZE)
}

export function addArrows(map: Map): void {
  COLOURS.forEach((colour, i) => {
    const picture = draw(colour, i < 4 ? 'rgba(4,16,28,0.8)' : 'rgba(255,255,240,0.85)')
    if (picture) map.addImage(`arrow-${i}`, picture, { pixelRatio: 2 })
  })
}

/** Picture for a speed, by equal parts of the scale. */
export const arrowImage: ExpressionSpecification = [
  'concat', 'arrow-',
  ['to-string', ['min', COLOURS.length - 1, ['floor', ['*', COLOURS.length / CURRENT_SCALE, ['get', 'speed']]]]],
]
