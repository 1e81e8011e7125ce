import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Pixels of a module: at half its size the picture is sharp on a telephone and on paper. */
const MODULE = 12
/** Modules around the code, which a reader needs (ISO/IEC 18004). */
const QUIET = 4

/** A PNG of `text` as a QR code, black on white, with one bit for a pixel (w3.org/TR/png). */
export function qrPng(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const width = size * MODULE
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(width, 4)
  header[8] = 1
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows(data, width), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Each row of pixels after the number of its filter, 0; a set bit is white. */
function rows(data: readonly (readonly boolean[])[], width: number): Buffer {
  const rowBytes = 1 + Math.ceil(width / 8)
  const pixels = Buffer.alloc(rowBytes * width)
  for (const [y, modules] of data.entries()) {
    const row = new Uint8Array(rowBytes)
    for (let x = 0; x < width; x++) {
      const at = 1 + (x >> 3)
      if (!modules[Math.trunc(x / MODULE)]) row[at] = (row[at] ?? 0) | (0x80 >> (x & 7))
    }
    const from = y * MODULE * rowBytes
    pixels.fill(row, from, from + MODULE * rowBytes)
  }
  return pixels
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
