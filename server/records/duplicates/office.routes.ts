import { MergedSchema } from '../../../domain/office/merge-schemas.ts'
import { joinedBy } from '../../../domain/record-claims.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { idIn } from '../../platform/http/list.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { type Staff, staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { confirmMerge } from './confirm-merge.ts'
import { countUnnamedResults, listUnnamedResults } from './duplicates.queries.ts'
import { mergeMembers } from './merge-members.ts'
import { countOpenRequests, listOpenRequests } from './merge-requests.queries.ts'
import { nameMergedResult } from './name-result.ts'
import { previewMerge } from './preview.ts'
import { readProposedMerge } from './proposed-merge.ts'
import { refuseMergeRequest } from './refuse-request.ts'

export function mergesOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serve(app, 'GET /api/office/members/:id/merges/:other', async (request) =>
    previewMerge(deps, {
      keptId: publicId(request.params.id),
      mergedId: publicId(request.params.other),
      staff: staffOf(request),
    }),
  )

  serve(app, 'POST /api/office/members/:id/merges', async (request, reply) => {
    const staff = staffOf(request)
    const keptId = publicId(request.params.id)
    const answer = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape: MergedSchema },
      (saveResponse) => mergeMembers(deps, { ...request.body, keptId, staff, saveResponse }),
    )
    return reply.code(answer.request_id === undefined ? 200 : 202).send(answer)
  })

  serveList(app, deps, 'GET /api/office/merge-requests', (request) => ({
    name: 'merge requests',
    load: async ({ after, limit }) => {
      const rows = await listOpenRequests(db, { after: idIn(after) ?? 0, limit })
      const staff = staffOf(request)
      const shown = rows.map((row) => toRequest(row, staff))
      return { rows: shown, total: await countOpenRequests(db) }
    },
    keyOf: ({ request_id: id }) => [id],
  }))

  serve(app, 'GET /api/office/merge-requests/:id', async (request) =>
    readProposedMerge(deps, { id: publicId(request.params.id), staff: staffOf(request) }),
  )

  serve(app, 'POST /api/office/merge-requests/:id/confirmation', async (request) =>
    confirmMerge(deps, { id: publicId(request.params.id), staff: staffOf(request) }),
  )

  serve(app, 'POST /api/office/merge-requests/:id/refusal', async (request, reply) => {
    const id = publicId(request.params.id)
    await refuseMergeRequest(deps, { id, ...request.body, staff: staffOf(request) })
    return reply.code(204).send(null)
  })

  serveList(app, deps, 'GET /api/office/merged-results', () => ({
    name: 'merged results',
    load: async ({ after, limit }) => {
      const rows = await listUnnamedResults(db, { after: idIn(after) ?? 0, limit })
      const shown = rows.map(({ recordedAt, ...row }) => ({
        ...row,
        recorded_on: ukDate(recordedAt),
      }))
      return { rows: shown, total: await countUnnamedResults(db) }
    },
    keyOf: ({ result_id }) => [result_id],
  }))

  serve(app, 'POST /api/office/merged-results/:id', async (request) =>
    nameMergedResult(deps, {
      resultId: publicId(request.params.id),
      staff: staffOf(request),
    }),
  )
}

function toRequest(row: Awaited<ReturnType<typeof listOpenRequests>>[number], staff: Staff) {
  const { proposal, proposer: by } = row
  const person = ({ id, firstName, lastName, dateOfBirth, userId }: typeof row.member) => ({
    id,
    name: `${firstName} ${lastName}`,
    date_of_birth: dateOfBirth,
    has_account: userId !== null,
  })
  return {
    request_id: row.id,
    asked_at: row.askedAt.toISOString(),
    until: joinedBy(row.askedAt),
    member: person(row.member),
    other: person(row.other),
    is_of_member: row.isOfMember,
    proposal:
      proposal && by !== null ? { by, reason: proposal.reason, kept_id: proposal.kept_id } : null,
    may_confirm: proposal !== null && row.proposedBy !== staff.id,
  }
}
