import { type Colour, colour, mix, type Paint, png } from './png.ts'

const SIZE = { width: 720, height: 480 }
const ACROSS = 8
const DOWN = 4
const [WOOD, SHELF, HONEY, LIGHT, LID] = ['#1d1512', '#4a3225', '#c6741a', '#ffd27a', '#d8cbb0'].map(colour) as [
  Colour,
  Colour,
  Colour,
  Colour,
  Colour,
]

/** Honey on shelves, with the light behind it. */
export function jars(): Buffer {
  const [wide, high] = [SIZE.width / ACROSS, SIZE.height / DOWN]
  const paint: Paint = (x, y) => {
    const [column, row] = [Math.floor(x / wide), Math.floor(y / high)]
    const [left, down] = [(x - column * wide) / wide - 0.5, (y - row * high) / high]
    const wall = mix(WOOD, SHELF, 0.25 * Math.exp(-Math.abs(left) * 3))
    if (down > 0.93) return mix(SHELF, WOOD, (down - 0.93) * 10)
    if (down > 0.24 && down < 0.31 && Math.abs(left) < 0.27) return mix(LID, WOOD, Math.abs(left))
    const out = Math.max(Math.abs(left) - 0.32, 0.31 - down)
    if (out > 0) return wall
    // Each is of another summer.
    const tone = 0.3 + 0.2 * Math.sin(column * 1.7 + row * 2.9)
    const glow = Math.exp(-((left / 0.2) ** 2) - ((down - 0.6) / 0.28) ** 2)
    return mix(wall, mix(HONEY, LIGHT, glow * (tone + 0.45)), Math.min(1, -out * 60))
  }
  return png(SIZE, paint)
}
