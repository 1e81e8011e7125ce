import { expect, test } from 'vitest'
import { KeyboardBurst } from './keyboard-burst.ts'

const typed = (keys: string[], gap: number, burst = new KeyboardBurst()) =>
  keys.map((key, n) => burst.take(key, 1_000 + n * gap)).at(-1)

test('a fast burst that ends with Enter is a scan', () => {
  expect(typed([...'K7QM-2XRD', 'Enter'], 20)).toBe('K7QM-2XRD')
  expect(typed(['Shift', 'K', 'Shift', '7', ...'QM2XRD', 'Enter'], 20)).toBe('K7QM2XRD')
})

test('what a person types is none, nor are a few keys', () => {
  expect(typed([...'Robinson', 'Enter'], 130)).toBeNull()
  expect(typed([...'Smith', 'Enter'], 20)).toBeNull()
  expect(typed(['Enter'], 20)).toBeNull()
})

test('what was typed before a scan does not belong to it', () => {
  const burst = new KeyboardBurst()
  typed([...'Rob'], 130, burst)
  expect([...'K7QM2XRD', 'Enter'].map((key, n) => burst.take(key, 5_000 + n * 10)).at(-1)).toBe(
    'K7QM2XRD',
  )
})
