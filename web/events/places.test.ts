import { expect, it } from 'vitest'
import { freeDrawn } from './places.tsx'

it('draws each place when there are few', () => {
  expect(freeDrawn({ total: 24, left: 11, drawn: 24 })).toBe(11)
})

it('draws 48 for more, in proportion', () => {
  expect(freeDrawn({ total: 96, left: 48, drawn: 48 })).toBe(24)
})

it('never rounds the last free place or the last taken one away', () => {
  expect(freeDrawn({ total: 500, left: 1, drawn: 48 })).toBe(1)
  expect(freeDrawn({ total: 500, left: 499, drawn: 48 })).toBe(47)
})

it('draws none free when full and all when empty', () => {
  expect(freeDrawn({ total: 60, left: 0, drawn: 48 })).toBe(0)
  expect(freeDrawn({ total: 60, left: 60, drawn: 48 })).toBe(48)
})
