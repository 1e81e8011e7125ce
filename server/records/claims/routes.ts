import { ClaimedSchema } from '../../../domain/claim-schemas.ts'
import { joinedBy } from '../../../domain/record-claims.ts'
import type { App, Deps } from '../../deps.ts'
import { findMemberByUser } from '../../members/members.queries.ts'
import { invalidField } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { sessionOf } from '../../platform/http/session.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { listRequestsOf } from '../duplicates/merge-requests.queries.ts'
import { claimRecord } from './claim-record.ts'
import { confirmedAddress } from './confirmed-address.ts'
import { claimLinkRoutes } from './link.routes.ts'
import { listOwnClaims } from './own-claims.ts'
import { proveByTube } from './prove-by-tube.ts'

export function claimsRoutes(app: App, deps: Deps): void {
  claimLinkRoutes(app, deps)
  serve(app, 'GET /api/record-claims', async (request, reply) => {
    const { db } = deps.database
    const member = await findMemberByUser(db, sessionOf(request).userId)
    const pastRequests = member ? await listRequestsOf(db, member.id) : []
    const requests = pastRequests.map(({ askedAt, outcome }) => ({
      asked_at: askedAt.toISOString(),
      until: joinedBy(askedAt),
      state: outcome ?? ('open' as const),
    }))
    const claims = await listOwnClaims(db, sessionOf(request).userId)
    return reply.send({ requests, claims })
  })

  serve(app, 'POST /api/record-claims/tube', async (request, reply) => {
    const { userId } = sessionOf(request)
    await proveByTube(deps, { userId, typed: request.body.tube_code })
    const claims = await listOwnClaims(deps.database.db, userId)
    return reply.send({ claims })
  })

  serve(app, 'POST /api/record-claims', async (request) => {
    const session = sessionOf(request)
    const { userId } = session
    const email = await confirmedAddress(deps, { session, address: request.ip })
    if (email === null)
      throw invalidField('code', 'Please confirm the email address of your account first.')
    return withIdempotencyKey(
      deps,
      { request, caller: userId, shape: ClaimedSchema },
      (saveResponse) =>
        claimRecord(deps, {
          account: { userId, email },
          form: request.body,
          address: request.ip,
          saveResponse,
        }),
    )
  })
}
