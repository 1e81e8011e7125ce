import { expect, test } from 'vitest'
import { createRooms } from './rooms.ts'

test('the entry used longest ago is evicted, and one of many evicts only its like', () => {
  const rooms = createRooms<string>(10)
  for (let n = 0; n < 10; n++) rooms.store(`page ${n}`, `page ${n}`, false)
  for (let n = 0; n < 500; n++) rooms.store(`search ${n}`, `search ${n}`, true)
  expect(rooms.get('page 0')).toBe('page 0')
  rooms.store('page 10', 'page 10', false)
  expect([rooms.get('page 0'), rooms.get('page 1')]).toEqual(['page 0', undefined])
  expect([rooms.get('search 499'), rooms.get('search 498')]).toEqual(['search 499', 'search 498'])
  expect(rooms.get('search 497')).toBeUndefined()
})

test('what is being made evicts nothing, and is found while it is made', () => {
  const rooms = createRooms<string>(1)
  rooms.store('page', 'page', false)
  for (let n = 0; n < 50; n++) rooms.begin(`begun ${n}`, 'begun')
  expect([rooms.get('page'), rooms.get('begun 49')]).toEqual(['page', 'begun'])
  rooms.drop('begun 49', 'another')
  expect(rooms.get('begun 49')).toBe('begun')
  rooms.drop('begun 49', 'begun')
  expect(rooms.get('begun 49')).toBeUndefined()
})
