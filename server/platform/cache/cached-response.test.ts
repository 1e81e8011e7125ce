import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createEntry, variantOf } from './cached-response.ts'

test.each([
  [3_000, 12],
  [65_520, 16],
  [65_521, 17],
  [8_000_000, 22],
])('compresses %i bytes with a window of %i bits, and loses none', async (length, bits) => {
  const body = 'All of it. '.repeat(length).slice(0, length)
  const { body: sent } = await variantOf(createEntry({ type: 'text/html', body }), 'br', {})
  expect(windowBits(sent)).toBe(bits)
  expect(brotliDecompressSync(sent).equals(Buffer.from(body))).toBe(true)
})

/** RFC 7932 §9.1. */
function windowBits([first = 0]: Buffer): number {
  if ((first & 1) === 0) return 16
  const upper = (first >> 1) & 7
  if (upper !== 0) return 17 + upper
  const lower = (first >> 4) & 7
  return lower === 0 ? 17 : 8 + lower
}
