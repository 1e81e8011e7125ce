import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { unpackWoff } from './unpack-woff.ts'

const { resolve } = createRequire(import.meta.url)
const FOLDER = '@fontsource/source-serif-4/files'
const ADJUSTMENT = 8

test.each(['latin', 'vietnamese', 'cyrillic'])('of %s every table has its checksum', (subset) => {
  const file = readFileSync(resolve(`${FOLDER}/source-serif-4-${subset}-400-normal.woff`))
  const font = unpackWoff(file)
  expect(font.readUInt32BE(0)).toBe(file.readUInt32BE(4))
  const count = font.readUInt16BE(4)
  expect(count).toBe(file.readUInt16BE(12))
  expect(font.length).toBe(file.readUInt32BE(16))
  const tags = new Set<string>()
  for (let at = 12; at < 12 + count * 16; at += 16) {
    const tag = font.toString('latin1', at, at + 4)
    const offset = font.readUInt32BE(at + 8)
    const length = font.readUInt32BE(at + 12)
    const table = Buffer.from(font.subarray(offset, offset + Math.ceil(length / 4) * 4))
    // It depends on the whole file, and counts as zero.
    if (tag === 'head') table.writeUInt32BE(0, ADJUSTMENT)
    expect([tag, offset % 4, sumOf(table)]).toEqual([tag, 0, font.readUInt32BE(at + 4)])
    tags.add(tag)
  }
  expect([...tags]).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'hmtx', 'loca']))
})

test('another file is refused', () => {
  expect(() => unpackWoff(Buffer.from('wOF2'))).toThrow('this is no .woff file')
})

function sumOf(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}
