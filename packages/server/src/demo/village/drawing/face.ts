import { type Colour, colour, mix, type Paint, png } from './png.ts'

const SIZE = { width: 256, height: 256 }

/** How somebody is drawn. */
export type Face = { ground: string; skin: string; hair: string; coat: string; style: 'short' | 'long' | 'bun' | 'cap' }

type Shape = { tint: Colour; away: (x: number, y: number) => number }

const ellipse =
  (...[cx, cy, rx, ry]: readonly [cx: number, cy: number, rx: number, ry: number]) =>
  (x: number, y: number): number =>
    (Math.hypot((x - cx) / rx, (y - cy) / ry) - 1) * Math.min(rx, ry)

/** Of both only what is above a line. */
const above =
  (line: number, shape: Shape['away']): Shape['away'] =>
  (x, y) =>
    Math.max(shape(x, y), y - line)

/** Somebody in a few shapes, to be told from the others at the size of a thumb. */
export function drawFace({ ground, skin, hair, coat, style }: Face): Buffer {
  const back: Record<Face['style'], Shape['away'][]> = {
    short: [],
    long: [ellipse(128, 140, 68, 92)],
    bun: [ellipse(128, 46, 26, 24)],
    cap: [],
  }
  const shapes: Shape[] = [
    ...back[style].map((away) => ({ tint: colour(hair), away })),
    { tint: colour(coat), away: ellipse(128, 266, 98, 74) },
    { tint: mix(colour(skin), [0, 0, 0], 0.12), away: ellipse(128, 190, 24, 34) },
    { tint: colour(skin), away: ellipse(128, 122, 50, 60) },
    { tint: colour(hair), away: above(style === 'cap' ? 104 : 96, ellipse(128, 112, 56, 58)) },
    ...(style === 'cap' ? [{ tint: colour(coat), away: ellipse(128, 106, 74, 9) }] : []),
  ]
  const [light, base] = [mix(colour(ground), [255, 255, 255], 0.25), colour(ground)]
  const paint: Paint = (x, y) =>
    shapes.reduce<Colour>(
      (under, { tint, away }) => mix(under, tint, 0.5 - away(x, y)),
      mix(light, base, y / SIZE.height),
    )
  return png(SIZE, paint)
}
