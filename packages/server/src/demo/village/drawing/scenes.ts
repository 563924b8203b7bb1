import { jars } from './jars.ts'
import { type Landscape, landscape } from './landscape.ts'

const LANDSCAPES: Readonly<Record<string, Landscape>> = {
  harbour: {
    sky: ['#4b4a74', '#f4a65e'],
    sun: { x: 0.62, y: 0.5, radius: 0.055, colour: '#ffe2a0' },
    bands: [
      { y: 0.2, thickness: 0.05, colour: '#c5706b', strength: 0.5 },
      { y: 0.34, thickness: 0.03, colour: '#e58a62', strength: 0.6 },
    ],
    water: { y: 0.58, colour: '#c9764f' },
    ridges: [],
  },
  hills: {
    sky: ['#f2c14e', '#fbe9c0'],
    sun: { x: 0.28, y: 0.22, radius: 0.07, colour: '#fff6d8' },
    ridges: [
      { y: 0.46, rise: 0.06, colour: '#d9b98a', waves: 0.8 },
      { y: 0.55, rise: 0.07, colour: '#b99a6b', waves: 1.1 },
      { y: 0.65, rise: 0.07, colour: '#8f7f52', waves: 0.9 },
      { y: 0.77, rise: 0.07, colour: '#64663c', waves: 1.3 },
      { y: 0.9, rise: 0.06, colour: '#3d4a2a', waves: 1 },
    ],
  },
  dusk: {
    sky: ['#0f1b3d', '#6a6f9d'],
    stars: true,
    ridges: [
      { y: 0.46, rise: 0.06, colour: '#545c8b', waves: 0.8 },
      { y: 0.55, rise: 0.07, colour: '#424b78', waves: 1.1 },
      { y: 0.65, rise: 0.07, colour: '#303a63', waves: 0.9 },
      { y: 0.77, rise: 0.07, colour: '#202a4c', waves: 1.3 },
      { y: 0.9, rise: 0.06, colour: '#131b35', waves: 1 },
    ],
  },
  mist: {
    sky: ['#9fb3bf', '#e7e3da'],
    sun: { x: 0.7, y: 0.26, radius: 0.05, colour: '#fffbe9' },
    bands: [
      { y: 0.55, thickness: 0.06, colour: '#f3f1ea', strength: 0.9 },
      { y: 0.75, thickness: 0.07, colour: '#edece6', strength: 0.9 },
    ],
    ridges: [
      { y: 0.45, rise: 0.08, colour: '#a9b6b9', waves: 0.9 },
      { y: 0.62, rise: 0.07, colour: '#7c8e93', waves: 1.2 },
      { y: 0.84, rise: 0.08, colour: '#41535a', waves: 0.8 },
    ],
  },
  clouds: {
    sky: ['#1f5fa8', '#a9d3ee'],
    bands: [
      { y: 0.2, thickness: 0.07, colour: '#ffffff', strength: 0.95 },
      { y: 0.36, thickness: 0.05, colour: '#f4f8fb', strength: 0.9 },
      { y: 0.5, thickness: 0.03, colour: '#ffffff', strength: 0.8 },
    ],
    ridges: [
      { y: 0.74, rise: 0.015, colour: '#7fa05a', waves: 0.5 },
      { y: 0.84, rise: 0.02, colour: '#5c8140', waves: 0.7 },
    ],
  },
  snow: {
    sky: ['#8fb4d9', '#f7d5cf'],
    ridges: [
      { y: 0.42, rise: 0.12, colour: '#d7e1ee', waves: 1.2 },
      { y: 0.6, rise: 0.11, colour: '#b4c7de', waves: 0.9 },
      { y: 0.82, rise: 0.1, colour: '#eef3f8', waves: 0.7 },
    ],
  },
  storm: {
    sky: ['#20262f', '#8d9aa2'],
    sun: { x: 0.35, y: 0.6, radius: 0.02, colour: '#f2e7c4' },
    bands: [
      { y: 0.12, thickness: 0.1, colour: '#1a1f27', strength: 0.8 },
      { y: 0.38, thickness: 0.12, colour: '#2e353f', strength: 0.95 },
      { y: 0.585, thickness: 0.018, colour: '#f4ecd2', strength: 0.9 },
    ],
    water: { y: 0.62, colour: '#5d6a70' },
    ridges: [],
  },
}

/** A picture by its name, always the same. */
export function drawScene(name: string): Buffer {
  const scene = LANDSCAPES[name]
  return scene === undefined ? jars() : landscape(scene)
}
