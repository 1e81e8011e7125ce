import type { App } from '../deps.ts'
import { IN_PROCESS } from '../http/request-limits.ts'
import type { ApiFetch } from './site-build.ts'

/**
 * A fetch that calls this very server's API in process, for pages while they are rendered. It never
 * carries a visitor's cookies: what it answers goes to every visitor.
 */
export function inProcessFetch(app: App): ApiFetch {
  return async (path) => {
    const answer = await app.inject({ method: 'GET', url: path, remoteAddress: IN_PROCESS })
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: { 'content-type': answer.headers['content-type']?.toString() ?? '' },
    })
  }
}
