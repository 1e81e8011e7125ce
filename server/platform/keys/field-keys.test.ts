import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeFieldKeys, openFieldKeys } from './field-keys.ts'

const WHERE = 'members.nhs_number:1001'
const keys = openFieldKeys(makeFieldKeys())

describe('a sealed field', () => {
  test('opens to the sealed value', () => {
    for (const plain of ['9990000018', '', 'naïve – ½', 'x'.repeat(100_000)])
      expect(keys.open(keys.seal(plain, WHERE), WHERE)).toBe(plain)
  })

  test('reveals nothing of the sealed value, and differs each time', () => {
    const [one, two] = [keys.seal('9990000018', WHERE), keys.seal('9990000018', WHERE)]
    expect(one.toString('latin1')).not.toContain('9990000018')
    expect(one.equals(two)).toBe(false)
  })

  test('does not open at another place, so that rows cannot be swapped', () => {
    const sealed = keys.seal('9990000018', WHERE)
    expect(() => keys.open(sealed, 'members.nhs_number:1002')).toThrow()
    expect(() => keys.open(sealed, 'members.ni_number:1001')).toThrow()
  })

  test('does not open when any of its bytes was changed or cut off', () => {
    const sealed = keys.seal('9990000018', WHERE)
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => keys.open(changed, WHERE), `byte ${at} changed`).toThrow()
      expect(() => keys.open(sealed.subarray(0, at), WHERE), `cut at ${at}`).toThrow()
    }
  })

  test('does not open with the keys of another site', () => {
    const sealed = keys.seal('9990000018', WHERE)
    expect(() => openFieldKeys(makeFieldKeys()).open(sealed, WHERE)).toThrow()
  })
})

describe('after a new key was added', () => {
  const first = randomBytes(32).toString('base64')
  const second = randomBytes(32).toString('base64')
  const before = ringOf({ current: 'a', index: 'a', keys: { a: first } })
  const after = ringOf({ current: 'b', index: 'a', keys: { a: first, b: second } })

  test('old fields still open', () => {
    expect(after.open(before.seal('9990000018', WHERE), WHERE)).toBe('9990000018')
  })

  test('new fields are sealed with the new key', () => {
    const sealed = after.seal('9990000018', WHERE)
    expect(() => before.open(sealed, WHERE)).toThrow('"b" is not in the ring')
  })

  test('members are still found by their numbers', () => {
    const index = before.blindIndex('9990000018', 'nhs_number')
    expect(after.blindIndex('9990000018', 'nhs_number')).toEqual(index)
  })

  test('a field whose key is missing throws', () => {
    const without = ringOf({ current: 'b', index: 'b', keys: { b: second } })
    expect(() => without.open(before.seal('x', WHERE), WHERE)).toThrow('"a" is not in the ring')
  })
})

test('a blind index differs by value, by column and by site', () => {
  const indexes = [
    keys.blindIndex('9990000018', 'nhs_number'),
    keys.blindIndex('9990000026', 'nhs_number'),
    keys.blindIndex('9990000018', 'ni_number'),
    openFieldKeys(makeFieldKeys()).blindIndex('9990000018', 'nhs_number'),
  ].map((index) => index.toString('hex'))
  expect(new Set(indexes).size).toBe(indexes.length)
  expect(keys.blindIndex('9990000018', 'nhs_number').toString('hex')).toBe(indexes[0])
})

test('a ring that cannot work is refused when it is read', () => {
  const key = randomBytes(32).toString('base64')
  expect(() => ringOf({ current: 'b', index: 'a', keys: { a: key } })).toThrow('"b" is not in')
  expect(() => ringOf({ current: 'a', index: 'b', keys: { a: key } })).toThrow('"b" is not in')
  expect(() => ringOf({ current: 'a', index: 'a', keys: { a: 'c2hvcnQ=' } })).toThrow('32 bytes')
  expect(() => openFieldKeys('no ring')).toThrow()
})

function ringOf(ring: { current: string; index: string; keys: Record<string, string> }) {
  return openFieldKeys(JSON.stringify(ring))
}
