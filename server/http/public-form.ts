import type { FastifyRequest } from 'fastify'
import type { App } from '../deps.ts'
import { Refused } from './refused.ts'

/** What a form sent: texts, of JSON anything, of multipart also files. */
export type SentForm = Record<string, unknown>

/**
 * Lets the routes of `app` also read what a form sends without a script: urlencoded, and multipart as
 * a browser's FormData has it. For public forms alone (design §5).
 */
export function readPlainForms(app: App): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, textsOf(new URLSearchParams(String(body)))),
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      readMultipart(request.headers['content-type'] ?? '', body),
  )
}

/** Whether a browser without script waits for a page, and not a program for JSON. */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const accept = headers.accept ?? ''
  return accept.includes('text/html') && !accept.includes('application/json')
}

async function readMultipart(type: string, body: Buffer): Promise<SentForm> {
  try {
    const answer = new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    return textsOf(await answer.formData())
  } catch {
    throw new Refused('invalid_request')
  }
}

/** A name sent twice counts once. `fromEntries` makes '__proto__' a name like any other. */
function textsOf(entries: Iterable<[string, unknown]>): SentForm {
  return Object.fromEntries(entries)
}
