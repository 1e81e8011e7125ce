import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeFieldKeys, openFieldKeys } from './field-keys.ts'
import { openJson, sealedById, sealedValue, sealJson } from './sealed-json.ts'

const keys = openFieldKeys(makeFieldKeys())

test('a value opens at its own place alone', () => {
  const value = { name: 'James', lists: [1, null] }
  const sealed = sealJson(keys, value, 'table|column|1')
  expect(openJson(keys, sealed, 'table|column|1')).toEqual(value)
  expect(() => openJson(keys, sealed, 'table|column|2')).toThrow()
})

test('an error never quotes the text that was sealed', () => {
  const sealed = keys.seal('James Carter, not JSON', 'table|column|1')
  const open = () => openJson(keys, sealed, 'table|column|1')
  expect(open).toThrow('the sealed text is not JSON')
  expect(open).not.toThrow('James')
})

test('a value of a column opens for its own row alone, in the shape of the column', () => {
  const note = z.object({ text: z._default(z.string(), '') })
  const numbered = sealedValue(note, ({ id }: { id: number }) => `notes|sealed|${id}`)
  const sealed = numbered.seal(keys, { id: 1 }, {})
  expect(numbered.open(keys, { id: 1, sealed })).toEqual({ text: '' })
  expect(() => numbered.open(keys, { id: 2, sealed })).toThrow()

  const named = sealedById(note, 'notes|sealed')
  expect(named.open(keys, { sealId: '1', sealed })).toEqual({ text: '' })
  expect(() => named.open(keys, { sealId: '2', sealed })).toThrow()
  const other = named.seal(keys, '3', { text: 'N' })
  expect(named.open(keys, { sealId: '3', sealed: other })).toEqual({ text: 'N' })
})
