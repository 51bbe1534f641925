/** Picture of an arrow that points to north, drawn once; dark rim and light body show over every depth colour. */

import type { Map } from 'maplibre-gl'

const SIZE = 64

export function addArrow(map: Map): void {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.lineCap = pen.lineJoin = 'round'
  for (const [colour, width] of [['rgba(4,16,28,0.85)', 9], ['#fffdcd', 4.5]] as const) {
    pen.strokeStyle = colour
    pen.lineWidth = width
    pen.beginPath()
    pen.moveTo(32, 58)
    pen.lineTo(32, 8)
    pen.moveTo(20, 22)
    pen.lineTo(32, 8)
    pen.lineTo(44, 22)
    pen.stroke()
  }
  map.addImage('arrow', pen.getImageData(0, 0, SIZE, SIZE), { pixelRatio: 2 })
}
