// Two records made one by an admin, with the versions that the admin has read; another admin confirms
// what one may not do alone.
import type { TestApp } from './test-app.ts'

type Admin = { cookie: string }
type Merged = { keptId: number; mergedId: number; as: Admin; more?: object }

/** The answer to the merge, or to its confirmation. */
export async function mergeByAdmin(site: TestApp, merge: Merged) {
  const answer = await proposeMerge(site, merge)
  return answer.status === 202 ? confirmByAnother(site, answer.body.request_id) : answer
}

export async function proposeMerge(site: TestApp, { keptId, mergedId, as, more }: Merged) {
  const url = `/api/office/members/${keptId}/merges`
  const { body } = await site.ask('GET', `${url}/${mergedId}`, { as })
  return site.ask('POST', url, {
    as,
    body: {
      member_id: mergedId,
      kept_version: body.kept.version,
      merged_version: body.merged.version,
      fields: {},
      account: 'kept',
      reason: 'the same man',
      ...more,
    },
  })
}

export async function confirmByAnother(site: TestApp, requestId: number, as?: Admin) {
  const url = `/api/office/merge-requests/${requestId}/confirmation`
  return site.ask('POST', url, { as: as ?? (await site.staff(['admin'])) })
}
