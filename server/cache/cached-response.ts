import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

/** An answer as it was made, before compression. */
export type ResponseBody = {
  status?: number
  /** Content type with charset. */
  type: string
  body: string | Buffer
  headers?: Record<string, string>
  /** True when it will be sent for as long as the process lives: worth the slow, small compression. */
  lasting?: boolean
  /** Bytes that were compressed beforehand. */
  copies?: ReadonlyMap<Encoding, Buffer>
}

export const ENCODINGS = ['br', 'zstd', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number] | 'identity'

export type Variant = {
  etag: string
  headers: OutgoingHttpHeaders
  body: Buffer
  /**
   * The body's bytes as the characters 0 to 255, when it is small: Node writes head and text in one
   * piece, where a buffer costs a second one (a third of the whole answer's time).
   */
  text: string | null
}

const SMALL = 16 * 1024

/** An answer ready to be sent in any encoding; each is made when it is first asked for. */
export type CachedResponse = {
  status: number
  compressible: boolean
  /** Headers of every encoding. */
  headers: Record<string, string>
  body: Buffer
  hash: string
  lasting: boolean
  copies: ReadonlyMap<Encoding, Buffer>
  ready: Map<Encoding, Variant>
  begun: Map<Encoding, Promise<Variant>>
} & WhileKept

type WhileKept = {
  /** Whether the same question would still get this answer. */
  isCurrent: () => boolean
  /** Makes the answer that comes after this one, when that is due and nobody does it yet; else null. */
  renew: () => Promise<CachedResponse> | null
}

const LASTING: WhileKept = { isCurrent: () => true, renew: () => null }

/** Shorter answers come out of compression no smaller. */
const WORTH_COMPRESSING = 200

/** Without `whileKept` the entry holds for as long as the process lives. */
export function createEntry(made: ResponseBody, whileKept: WhileKept = LASTING): CachedResponse {
  const body = typeof made.body === 'string' ? Buffer.from(made.body) : made.body
  return {
    status: made.status ?? 200,
    compressible:
      body.length >= WORTH_COMPRESSING && /text|json|javascript|xml|svg/.test(made.type),
    headers: { 'content-type': made.type, ...made.headers },
    body,
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    lasting: made.lasting ?? false,
    copies: made.copies ?? new Map(),
    ready: new Map(),
    begun: new Map(),
    ...whileKept,
  }
}

/** The entry's bytes and headers in one encoding; `always` are headers that every answer carries. */
export function variantOf(
  entry: CachedResponse,
  encoding: Encoding,
  always: Record<string, string>,
): Promise<Variant> {
  const begun = entry.begun.get(encoding)
  if (begun) return begun
  const making = makeVariant(entry, encoding, always)
  entry.begun.set(encoding, making)
  return making
}

async function makeVariant(
  entry: CachedResponse,
  encoding: Encoding,
  always: Record<string, string>,
) {
  const body = entry.copies.get(encoding) ?? (await compress(entry, encoding))
  const etag = `"${entry.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const headers: OutgoingHttpHeaders = { ...always, ...entry.headers, etag }
  if (entry.compressible) headers.vary = 'accept-encoding'
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  headers['content-length'] = body.length
  const text = body.length <= SMALL ? body.toString('latin1') : null
  const variant = { etag, headers, body, text }
  entry.ready.set(encoding, variant)
  return variant
}

const brotli = promisify(brotliCompress)
const zstd = promisify(zstdCompress)
const zip = promisify<Buffer, { level: number }, Buffer>(gzip)

async function compress({ body, lasting }: CachedResponse, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    const quality = lasting ? 11 : 4
    return brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
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
