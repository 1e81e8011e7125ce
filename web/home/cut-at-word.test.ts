import { expect, test } from 'vitest'
import { cutAtWord } from './cut-at-word.ts'

test('a text within the limit is left alone', () => {
  expect(cutAtWord('One cup of tea', 14)).toBe('One cup of tea')
})

test('a longer text ends with a whole word and three dots', () => {
  expect(cutAtWord('One cup of tea, please', 12)).toBe('One cup of...')
})

test('a word that ends exactly at the limit is kept', () => {
  expect(cutAtWord('One cup of tea, please', 10)).toBe('One cup of...')
})

test('no comma or full stop stands before the dots', () => {
  expect(cutAtWord('One cup of tea, please', 16)).toBe('One cup of tea...')
})

test('one endless word is cut at the limit', () => {
  expect(cutAtWord('a'.repeat(20), 5)).toBe('aaaaa...')
})
