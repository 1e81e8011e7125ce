import { expect, test } from 'vitest'
import { splitAtWord } from './split-at-word.ts'

test('a text within the limit is left whole', () => {
  expect(splitAtWord('One cup of tea', 14)).toEqual(['One cup of tea', ''])
})

test('a longer text is parted between two words', () => {
  expect(splitAtWord('One cup of tea, please', 12)).toEqual(['One cup of', ' tea, please'])
})

test('a word that ends exactly at the limit is kept', () => {
  expect(splitAtWord('One cup of tea, please', 10)).toEqual(['One cup of', ' tea, please'])
})

test('no comma or full stop stands at the end of the beginning', () => {
  expect(splitAtWord('One cup of tea, please', 16)).toEqual(['One cup of tea', ', please'])
})

test('one endless word is parted at the limit', () => {
  expect(splitAtWord('a'.repeat(8), 5)).toEqual(['aaaaa', 'aaa'])
})
