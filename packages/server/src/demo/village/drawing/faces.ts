import type { Face } from './face.ts'

export const FACES: Readonly<Record<string, Face>> = {
  ada: { ground: '#8fb7a5', skin: '#f0cdb0', hair: '#b9b3ac', coat: '#31566b', style: 'bun' },
  bo: { ground: '#e0a24c', skin: '#6f4630', hair: '#231a17', coat: '#27405c', style: 'cap' },
  haru: { ground: '#c9d6df', skin: '#ecc7a2', hair: '#1f1d21', coat: '#8f3b3b', style: 'short' },
  mara: { ground: '#d6b1b8', skin: '#e2b48f', hair: '#5e2f24', coat: '#3d5a45', style: 'long' },
  wren: { ground: '#9aa7c7', skin: '#f3d5c0', hair: '#c7622e', coat: '#3a3550', style: 'short' },
  otis: { ground: '#f0cf6b', skin: '#e9bd97', hair: '#7a5a34', coat: '#f4f0e4', style: 'cap' },
  ines: { ground: '#7aa9b8', skin: '#d8a57d', hair: '#2c1d1a', coat: '#c9683c', style: 'long' },
  kofi: { ground: '#b8875d', skin: '#54352a', hair: '#17110f', coat: '#5d7a55', style: 'short' },
  leila: { ground: '#e6c3a2', skin: '#d9a883', hair: '#221718', coat: '#f6f1e9', style: 'bun' },
  pavel: { ground: '#86939d', skin: '#f1d3bd', hair: '#a58a5c', coat: '#d2a32f', style: 'short' },
  juno: { ground: '#b79ac8', skin: '#9a6a48', hair: '#2a1a1f', coat: '#2f6f74', style: 'bun' },
  tove: { ground: '#5f6f86', skin: '#f5dcc9', hair: '#e3cf9a', coat: '#2a2f3d', style: 'long' },
}
