import type { CharityEvent } from '../../domain/contract.ts'
import type { App } from '../deps.ts'
import { IN_PROCESS } from '../platform/http/request-limits.ts'
import type { ApiFetch } from './site-build.ts'

/** Without cookies, because the result is for every visitor. */
export function inProcessFetch(app: App): ApiFetch {
  return async (path) => {
    const answer = await app.inject({ method: 'GET', url: path, remoteAddress: IN_PROCESS })
    const type = answer.headers['content-type']?.toString() ?? ''
    return {
      ok: answer.statusCode < 300,
      status: answer.statusCode,
      headers: new Headers({ 'content-type': type }),
      json: async () => JSON.parse(answer.payload),
    }
  }
}

/** The API as it would be if the draft were published. */
export function withDraft(fetchApi: ApiFetch, draft: CharityEvent): ApiFetch {
  const { event_id: id } = draft
  return async (path, init) =>
    path === `/api/events/${id}` ? Response.json({ event: draft }) : fetchApi(path, init)
}
