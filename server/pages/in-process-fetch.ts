import type { App } from '../deps.ts'
import { IN_PROCESS } from '../http/request-limits.ts'
import type { ApiFetch } from './site-build.ts'

/** Without cookies, because the result is for every visitor. */
export function inProcessFetch(app: App): ApiFetch {
  return async (path) => {
    const answer = await app.inject({ method: 'GET', url: path, remoteAddress: IN_PROCESS })
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: { 'content-type': answer.headers['content-type']?.toString() ?? '' },
    })
  }
}
