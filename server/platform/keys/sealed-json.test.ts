import { expect, test } from 'vitest'
import { makeFieldKeys, openFieldKeys } from './field-keys.ts'
import { openJson, sealJson } from './sealed-json.ts'

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
