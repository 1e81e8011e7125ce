import { hash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

export type ResponseBody = {
  status?: number
  /** Content type with charset. */
  type: string
  body: string | Buffer
  headers?: Record<string, string>
  /** Sent for the life of the process: worth slow, strong compression. */
  lasting?: boolean
  copies?: ReadonlyMap<Encoding, Buffer>
}

export const ENCODINGS = ['br', 'zstd', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number] | 'identity'

export type Variant = {
  etag: string
  headers: OutgoingHttpHeaders
  body: Buffer
}

export type CachedResponse = {
  status: number
  compressible: boolean
  headers: Record<string, string>
  body: Buffer
  lasting: boolean
  copies: ReadonlyMap<Encoding, Buffer>
  ready: Map<Encoding, Variant>
  started: Map<Encoding, Promise<Variant>>
}

const WORTH_COMPRESSING = 200

export function createEntry(made: ResponseBody): CachedResponse {
  const body = typeof made.body === 'string' ? Buffer.from(made.body) : made.body
  return {
    status: made.status ?? 200,
    compressible:
      body.length >= WORTH_COMPRESSING && /text|json|javascript|xml|svg/.test(made.type),
    headers: { 'content-type': made.type, ...made.headers },
    body,
    lasting: made.lasting ?? false,
    copies: made.copies ?? new Map(),
    ready: new Map(),
    started: new Map(),
  }
}

/** Bytes and headers in one encoding; `always` are headers of every response. */
export function variantOf(
  entry: CachedResponse,
  encoding: Encoding,
  always: Record<string, string>,
): Promise<Variant> {
  const started = entry.started.get(encoding)
  if (started) return started
  const making = makeVariant(entry, encoding, always)
  entry.started.set(encoding, making)
  return making
}

async function makeVariant(
  entry: CachedResponse,
  encoding: Encoding,
  always: Record<string, string>,
) {
  const body = entry.copies.get(encoding) ?? (await compress(entry, encoding))
  const bytes = hash('sha256', body, 'base64url').slice(0, 22)
  const etag = `"${bytes}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const headers: OutgoingHttpHeaders = {
    // nginx keeps it so many seconds and sends this no further (deploy/nginx.conf). Before
    // Cache-Control, because nginx 1.22 obeys the first of the two.
    ...(entry.status === 200 && { 'x-accel-expires': '1' }),
    ...always,
    ...entry.headers,
    etag,
  }
  if (entry.compressible) headers.vary = 'accept-encoding'
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  headers['content-length'] = body.length
  const variant: Variant = { etag, headers, body }
  entry.ready.set(encoding, variant)
  return variant
}

const brotli = promisify(brotliCompress)
const zstd = promisify(zstdCompress)
const zip = promisify<Buffer, { level: number }, Buffer>(gzip)

async function compress({ body, lasting }: CachedResponse, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    const quality = lasting ? 11 : 5
    return brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: brotliWindow(body.length),
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    })
  }
  if (encoding === 'zstd') {
    return zstd(body, { params: { [constants.ZSTD_c_compressionLevel]: lasting ? 19 : 3 } })
  }
  if (encoding === 'gzip') return zip(body, { level: lasting ? 9 : 6 })
  return body
}

/**
 * Bits of the smallest window that holds the whole body. Node's default of 22 takes 8 MB for more
 * than 64 kB, and so much outside the heap makes V8 collect all garbage every ten responses.
 */
function brotliWindow(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants
  // The format keeps 16 bytes of the window for itself.
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(bytes + 16))))
}
