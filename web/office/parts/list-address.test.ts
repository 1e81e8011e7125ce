import { expect, test } from 'vitest'
import { listAddress, nextSort, readListQuery, sortDirection } from './list-address.ts'

const search = (text: string) => new URLSearchParams(text)

test('the address of a screen names its list; empty values count as none', () => {
  expect(readListQuery(search('q=+smith+&tab=&sort=-name&after=x'))).toEqual({
    q: 'smith',
    tab: undefined,
    sort: '-name',
  })
})

test('a change keeps the rest of the address and starts at the top', () => {
  const shown = search('q=smith&tab=waiting&year=2026&after=9')
  expect(listAddress(shown, { q: 'jones' })).toBe('?q=jones&tab=waiting&year=2026')
  expect(listAddress(shown, { q: ' ', tab: undefined })).toBe('?year=2026')
  expect(listAddress(search('q=smith'), { q: '' })).toBe('')
})

test('a column sorts upwards first, then downwards', () => {
  expect(nextSort(undefined, 'name')).toBe('name')
  expect(nextSort('name', 'name')).toBe('-name')
  expect(nextSort('-name', 'name')).toBe('name')
  expect(nextSort('-date', 'name')).toBe('name')
  expect(sortDirection('name', 'name')).toBe('ascending')
  expect(sortDirection('-name', 'name')).toBe('descending')
  expect(sortDirection('date', 'name')).toBeUndefined()
})
