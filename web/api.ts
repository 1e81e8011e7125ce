import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Api } from '../domain/api.ts'
import { isSignedIn } from './signed-in.ts'

export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>

/**
 * The fetch for the API: the browser's own, or, during rendering, an in-process call without
 * the visitor's cookies.
 */
export const apiFetch = createContext<ApiFetch>((path, init) => fetch(path, init))

type Call = keyof Api & string
type Read = Extract<Call, `GET ${string}`>
type Write = Exclude<Call, Read>

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type Params<K extends Call> = [ParamNames<K>] extends [never]
  ? unknown
  : { params: Record<ParamNames<K>, string | number> }
type Query<K extends Call> = Api[K] extends { query: infer Q } ? { query?: Q } : unknown
type Body<K extends Call> = Api[K] extends { body: infer B } ? { body: B } : unknown

type ReadOptions<K extends Read> = Params<K> & Query<K> & { signal?: AbortSignal }
type WriteOptions<K extends Write> = Params<K> & Query<K> & Body<K> & { idempotencyKey?: string }
type OptionsLeft<O> = Record<never, never> extends O ? [options?: O] : [options: O]

/** A refusal of the API: `code` is a Reason of domain/refusals.ts, `message` its sentence. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The whole body, for data beside the sentence (free times of slot_taken). */
  readonly body: Record<string, unknown>
  /** Seconds until a retry is allowed; null when the server did not say. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    body: Record<string, unknown>,
    { retryAfter = null }: { retryAfter?: number | null } = {},
  ) {
    super(typeof body.error === 'string' ? body.error : UNEXPECTED)
    this.name = 'ApiError'
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : 'unexpected'
    this.body = body
    this.retryAfter = retryAfter
  }
}

const UNEXPECTED = 'An unexpected error occurred. Please try again later.'

/**
 * Reads from the API, in a loader on the server or in the browser. A refusal throws ApiError
 * in the browser; during rendering it becomes the page's status.
 */
export async function get<K extends Read>(
  context: Readonly<RouterContextProvider>,
  call: K,
  ...[options]: OptionsLeft<ReadOptions<K>>
): Promise<Api[K]['answer']> {
  const init = { headers: { accept: 'application/json' }, ...signalOf(options) }
  const response = await withSession(() => context.get(apiFetch)(addressOf(call, options), init))
  return answerOf(response)
}

/** Writes to the API from the browser, with cookies. A refusal throws ApiError. */
export async function send<K extends Write>(
  call: K,
  ...[options]: OptionsLeft<WriteOptions<K>>
): Promise<Api[K]['answer']> {
  const headers = new Headers({ accept: 'application/json' })
  const init: RequestInit = { method: call.slice(0, call.indexOf(' ')), headers }
  if (has(options, 'body')) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(options.body)
  }
  if (has(options, 'idempotencyKey')) headers.set('idempotency-key', String(options.idempotencyKey))
  return answerOf(await withSession(() => fetch(addressOf(call, options), init)))
}

let renewals = 0
let renewing: Promise<boolean> | undefined

/**
 * After hours the access cookie may have expired while the session lives: a 401 in the browser
 * renews it, once for all waiting calls, and retries. Safe for writes, since the API
 * authenticates before it reads the body.
 */
async function withSession(ask: () => Promise<Response>): Promise<Response> {
  const before = renewals
  const response = await ask()
  if (response.status !== 401 || import.meta.env.SSR || !isSignedIn()) return response
  // Another call may have renewed the session since this one was sent.
  return renewals !== before || (await renewOnce()) ? ask() : response
}

function renewOnce(): Promise<boolean> {
  renewing ??= renew().finally(() => {
    renewing = undefined
  })
  return renewing
}

async function renew(): Promise<boolean> {
  // Lazy, so that public pages stay light.
  const { renewSession } = await import('./auth-client.ts')
  const isAlive = await renewSession()
  if (isAlive) renewals += 1
  return isAlive
}

function addressOf(call: string, options: unknown): string {
  const params = has(options, 'params') ? Object(options.params) : {}
  const path = call
    .slice(call.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(has(options, 'query') ? Object(options.query) : {})) {
    if (value !== undefined && value !== '') query.set(key, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

/** Whether a read failed because the API refused it, on the server or in the browser. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError || (has(error, 'data') && has(error.data, 'code'))
}

async function answerOf(response: Response) {
  const body = await bodyOf(response)
  if (response.ok) return body
  const retryAfter = secondsIn(response.headers.get('retry-after'))
  const refused = new ApiError(response.status, Object(body), { retryAfter })
  // Thrown as it is, React Router would answer 500 and hide the reason from the page.
  if (import.meta.env.SSR) throw data({ code: refused.code }, { status: refused.status })
  throw refused
}

/** Retry-After in seconds (RFC 9110 §10.2.3); null for a date, which our server never sends. */
function secondsIn(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null
}

async function bodyOf(response: Response) {
  if (response.status === 204) return null
  // A proxy answers in HTML when the site is unavailable.
  if (!response.headers.get('content-type')?.includes('json')) return response.ok ? null : {}
  return response.json()
}

function signalOf(options: unknown): { signal?: AbortSignal } {
  if (has(options, 'signal') && options.signal instanceof AbortSignal) {
    return { signal: options.signal }
  }
  return {}
}

function has<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    name in value &&
    Object(value)[name] !== undefined
  )
}
