import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } })

/** The format and the text of every code in a picture. */
export async function readCodes(picture: Uint8Array): Promise<{ format: string; text: string }[]> {
  const codes = await readBarcodes(new Blob([new Uint8Array(picture)]))
  return codes.map(({ format, text }) => ({ format, text }))
}
