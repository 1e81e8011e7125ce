import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import {
  type CachedResponse,
  createEntry,
  type Encoding,
} from '../platform/cache/cached-response.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const COPIES = { '.br': 'br', '.gz': 'gzip', '.zst': 'zstd' } as const satisfies Record<
  string,
  Encoding
>

export async function loadFiles(folder: string): Promise<Map<string, CachedResponse>> {
  const names = await readdir(folder, { recursive: true })
  const files = new Map<string, CachedResponse>()
  await Promise.all(
    names.map(async (name) => {
      const type = TYPES[extname(name)]
      if (type === undefined) return
      files.set(`/${name}`, await loadFile(join(folder, name), type, name, names))
    }),
  )
  return files
}

async function loadFile(file: string, type: string, name: string, names: string[]) {
  const copies = new Map<Encoding, Buffer>()
  for (const [suffix, encoding] of Object.entries(COPIES)) {
    if (names.includes(name + suffix)) copies.set(encoding, await readFile(file + suffix))
  }
  return createEntry({
    type,
    body: await readFile(file),
    copies,
    lasting: true,
    headers: {
      // Names under assets/ contain a hash of the content.
      'cache-control': name.startsWith('assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
    },
  })
}
