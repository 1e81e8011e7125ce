import type { FastifyRequest } from 'fastify'
import type { App } from '../../deps.ts'
import { Refused } from './refused.ts'

export type SentForm = Record<string, unknown>

/** Accepts urlencoded and multipart bodies; only for routes that are `calledBy` a form (rules §7.3). */
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

/** The last value of a repeated name wins. */
function textsOf(entries: Iterable<[string, unknown]>): SentForm {
  return Object.fromEntries(entries)
}
