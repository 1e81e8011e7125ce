import { expect, test } from 'vitest'
import { splitAtWord } from './split-at-word.ts'

test('a text within the limit is not split', () => {
  expect(splitAtWord('One cup of tea', 14)).toEqual(['One cup of tea', ''])
})

test('a longer text is split between two words', () => {
  expect(splitAtWord('One cup of tea, please', 12)).toEqual(['One cup of', ' tea, please'])
})

test('a word that ends exactly at the limit is in the first part', () => {
  expect(splitAtWord('One cup of tea, please', 10)).toEqual(['One cup of', ' tea, please'])
})

test('the first part has no trailing comma or full stop', () => {
  expect(splitAtWord('One cup of tea, please', 16)).toEqual(['One cup of tea', ', please'])
})

test('an overlong word is split at the limit', () => {
  expect(splitAtWord('a'.repeat(8), 5)).toEqual(['aaaaa', 'aaa'])
})
