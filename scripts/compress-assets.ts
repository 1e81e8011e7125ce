// Part of the build: compresses the immutable assets at the highest level. The server sends
// these bytes as they are.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const BUILD = join(import.meta.dirname, '..', 'build')
const FOLDERS = ['client/assets', 'office/assets', 'office/office'].map((name) => join(BUILD, name))
const TEXT = ['.js', '.css', '.svg', '.json', '.txt', '.wasm', '.webmanifest']

await Promise.all(FOLDERS.map(compressAll))

async function compressAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(names.filter(isText).map((name) => compress(join(folder, name))))
}

function isText(name: string): boolean {
  return TEXT.includes(extname(name))
}

async function compress(path: string): Promise<void> {
  const plain = await readFile(path)
  const smallest = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  }
  const copies = {
    '.br': await promisify(brotliCompress)(plain, smallest),
    '.gz': await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [suffix, bytes] of Object.entries(copies))
    if (bytes.length < plain.length) await writeFile(path + suffix, bytes)
}
