import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Refusal } from './refusal.ts'

export type Request = {
  method: string
  path: string
  query: URLSearchParams
  header(name: string): string | null
  text: string
}

/** 'drop' breaks the connection instead. */
export type Reply =
  | { status: number; body?: unknown; type?: string; headers?: Record<string, string> }
  | 'drop'

const BODY_BYTES = 65_536

export async function readRequest(message: IncomingMessage): Promise<Request> {
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://localhost')
  if (Number(message.headers['content-length'] ?? 0) > BODY_BYTES)
    throw new Refusal(413, 'REQUEST_ENTITY_TOO_LARGE')
  return {
    method: message.method ?? 'GET',
    path: pathname,
    query: searchParams,
    header: (name) => {
      const value = message.headers[name]
      return typeof value === 'string' ? value : null
    },
    text: (await buffer(message)).toString(),
  }
}

/** Undefined for an empty body. */
export function jsonOf({ text }: Request): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'INVALID_REQUEST', [{ issue: 'MALFORMED_REQUEST_JSON' }])
  }
}
