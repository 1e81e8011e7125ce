// Two records made one by an admin, with the versions that the admin has read.
import type { TestApp } from './test-app.ts'

type Merged = { keptId: number; mergedId: number; as: { cookie: string }; more?: object }

/** The answer to the merge. */
export async function mergeByAdmin(site: TestApp, { keptId, mergedId, as, more }: Merged) {
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
