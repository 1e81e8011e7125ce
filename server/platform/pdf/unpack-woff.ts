import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20
const UNPACKED_HEADER = 12
const UNPACKED_ENTRY = 16

type Entry = { tag: Buffer; checksum: number; bytes: Buffer }

/**
 * A .woff file as the TrueType font in it. fontkit inflates a table of a .woff anew for each glyph
 * that it reads.
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is no .woff file')
  const count = file.readUInt16BE(12)
  const entries = Array.from({ length: count }, (_, n) => readEntry(file, HEADER + n * ENTRY))
  const power = Math.floor(Math.log2(count))
  const header = Buffer.alloc(UNPACKED_HEADER)
  file.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(16 * 2 ** power, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(16 * (count - 2 ** power), 10)

  let offset = UNPACKED_HEADER + count * UNPACKED_ENTRY
  const directory: Buffer[] = []
  const tables: Buffer[] = []
  for (const { tag, checksum, bytes } of entries) {
    const entry = Buffer.alloc(UNPACKED_ENTRY)
    tag.copy(entry)
    entry.writeUInt32BE(checksum, 4)
    entry.writeUInt32BE(offset, 8)
    entry.writeUInt32BE(bytes.length, 12)
    directory.push(entry)
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
    bytes.copy(padded)
    tables.push(padded)
    offset += padded.length
  }
  return Buffer.concat([header, ...directory, ...tables])
}

function readEntry(file: Buffer, at: number): Entry {
  const offset = file.readUInt32BE(at + 4)
  const packedLength = file.readUInt32BE(at + 8)
  const length = file.readUInt32BE(at + 12)
  const packed = file.subarray(offset, offset + packedLength)
  return {
    tag: file.subarray(at, at + 4),
    checksum: file.readUInt32BE(at + 16),
    bytes: packedLength < length ? inflateSync(packed) : packed,
  }
}
