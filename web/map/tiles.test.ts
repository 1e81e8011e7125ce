import { expect, it } from 'vitest'
import { attributionLink, tileAddress } from './tiles.ts'

it('links the words for OpenStreetMap to its licence, as it asks', () => {
  const attribution = '© OpenStreetMap contributors'
  expect(attributionLink({ url: 'https://tile.example/{z}/{x}/{y}.png', attribution })).toBe(
    'https://www.openstreetmap.org/copyright',
  )
})

it('leaves the words of another maker as they are', () => {
  expect(attributionLink({ url: 'https://tile.example/{z}', attribution: '© Others' })).toBeNull()
})

it.each([
  ['https://tile.example/{z}/{x}/{y}.png', 'https://tile.example/13/4093/2724.png'],
  ['https://{s}.tile.example/{z}/{x}/{y}{r}.png', 'https://b.tile.example/13/4093/2724.png'],
  ['https://tile.example/{z}/{x}/{y}?key={key}', 'https://tile.example/13/4093/2724?key={key}'],
])('finds a tile by %s', (url, expected) => {
  expect(tileAddress(url, { x: 4093, y: 2724, z: 13 })).toBe(expected)
})
