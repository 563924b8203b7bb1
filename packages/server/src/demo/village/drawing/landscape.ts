import { type Colour, colour, mix, type Paint, png } from './png.ts'

const SIZE = { width: 720, height: 480 }

/** Heights and places are parts of the whole, from the top and from the left. */
export type Landscape = {
  sky: readonly [top: string, bottom: string]
  sun?: { x: number; y: number; radius: number; colour: string }
  stars?: true
  /** Layers of cloud or mist, before what is behind them. */
  bands?: readonly { y: number; thickness: number; colour: string; strength: number }[]
  /** From the farthest to the nearest. */
  ridges: readonly { y: number; rise: number; colour: string; waves: number }[]
  water?: { y: number; colour: string }
}

export function landscape(scene: Landscape): Buffer {
  const { width, height } = SIZE
  const [above, below] = [skyOf(scene), waterOf(scene)]
  const shore = scene.water?.y ?? 2
  const feet = Array.from({ length: width }, (_, x) => above(x / width, 1))
  const ridges = scene.ridges.map((ridge, at) => ({
    tint: colour(ridge.colour),
    line: Float64Array.from({ length: width }, (_, x) => heightOf(ridge, at, x / width)),
  }))
  const paint: Paint = (x, y) => {
    const [across, down] = [x / width, y / height]
    const over = (at: number): number => (down - (ridges[at]?.line[x] ?? 2)) * height
    // What is behind the nearest ridge that hides it all is not painted.
    let at = ridges.length - 1
    while (at >= 0 && over(at) < 1) at -= 1
    let found = at >= 0 ? feet[x] : down > shore ? below(across, down) : above(across, down)
    for (let near = Math.max(0, at); near < ridges.length; near++) {
      const part = over(near)
      const air = Math.max(0, part / height) * 0.5
      if (part > 0) found = mix(found ?? BLACK, mix(ridges[near]?.tint ?? BLACK, feet[x] ?? BLACK, air), part)
    }
    return found ?? BLACK
  }
  return png(SIZE, paint)
}

const BLACK: Colour = [0, 0, 0]

type Ridge = Landscape['ridges'][number]

function heightOf({ y, rise, waves }: Ridge, seed: number, across: number): number {
  const at = across * waves * Math.PI * 2 + seed * 2.1
  const shape = Math.sin(at) * 0.55 + Math.sin(at * 2.3 + seed) * 0.27 + Math.sin(at * 5.9 + 2 * seed) * 0.1
  return y - rise * (shape + Math.sin(at * 17) * 0.02)
}

function skyOf({ sky, sun, stars, bands = [] }: Landscape): (across: number, down: number) => Colour {
  const [top, bottom] = sky.map(colour) as [Colour, Colour]
  const layers = bands.map((band) => ({ ...band, tint: colour(band.colour) }))
  const disc = sun === undefined ? null : { ...sun, tint: colour(sun.colour) }
  const ratio = SIZE.width / SIZE.height
  return (across, down) => {
    let found = mix(top, bottom, down ** 1.2)
    if (stars === true && isStar(across, down)) found = mix(found, [255, 250, 235], 0.8 - down)
    if (disc !== null) {
      const away = Math.hypot((across - disc.x) * ratio, down - disc.y)
      found = mix(found, disc.tint, 0.45 * Math.exp(-away / (disc.radius * 3)))
      found = mix(found, disc.tint, (disc.radius - away) * 300)
    }
    for (const { y, thickness, strength, tint } of layers) {
      const wave = y + Math.sin(across * 7 + y * 40) * thickness * 0.5
      found = mix(found, tint, strength * Math.exp(-(((down - wave) / thickness) ** 2)))
    }
    return found
  }
}

const isStar = (across: number, down: number): boolean => {
  const [x, y] = [Math.round(across * SIZE.width), Math.round(down * SIZE.height)]
  return ((x >> 1) * 73_856 + (y >> 1) * 19_349 + (x >> 1) * (y >> 1)) % 1787 === 5
}

/** It shows the light above it, broken by waves. */
function waterOf({ water, sun, sky }: Landscape): (across: number, down: number) => Colour {
  const shore = water?.y ?? 0
  const [near, far, glint] = [colour(water?.colour ?? sky[1]), colour(sky[0]), colour(sun?.colour ?? sky[1])]
  return (across, down) => {
    const wave = Math.sin(down * 420 + Math.sin(across * 30) * 2) * 0.5 + 0.5
    const rippled = mix(mix(near, far, (down - shore) * 0.9), WHITE, wave * 0.05)
    if (sun === undefined) return rippled
    const width = 0.035 + (down - shore) * 0.22
    return mix(rippled, glint, Math.exp(-(((across - sun.x) / width) ** 2)) * (0.25 + wave * 0.6))
  }
}

const WHITE: Colour = [255, 255, 255]
