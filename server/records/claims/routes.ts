import {
  ClaimedSchema,
  ClaimTubeSchema,
  OwnClaimsSchema,
  RecordClaimSchema,
  RecordRequestsSchema,
} from '../../../domain/claim-shapes.ts'
import { ErrorSchema } from '../../../domain/contract.ts'
import { joinedBy } from '../../../domain/record-claims.ts'
import type { App, Deps } from '../../deps.ts'
import { findMemberByUser } from '../../members/members.queries.ts'
import { invalidField } from '../../platform/http/refused.ts'
import { needsSession, sessionOf } from '../../platform/http/session.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { listRequestsOf } from '../duplicates/merge-requests.queries.ts'
import { claimRecord } from './claim-record.ts'
import { confirmedAddress } from './confirmed-address.ts'
import { claimLinkRoutes } from './link.routes.ts'
import { listOwnClaims } from './own-claims.ts'
import { proveByTube } from './prove-by-tube.ts'

const PATH = '/api/record-claims'

export function claimsRoutes(app: App, deps: Deps): void {
  claimLinkRoutes(app, deps)
  app.get(
    PATH,
    {
      onRequest: needsSession(deps),
      schema: { response: { 200: RecordRequestsSchema, '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const { db } = deps.database
      const member = await findMemberByUser(db, sessionOf(request).userId)
      const asked = member ? await listRequestsOf(db, member.id) : []
      const requests = asked.map(({ askedAt, outcome }) => ({
        asked_at: askedAt.toISOString(),
        until: joinedBy(askedAt),
        state: outcome ?? ('open' as const),
      }))
      const claims = await listOwnClaims(db, sessionOf(request).userId)
      return reply.send({ requests, claims })
    },
  )

  app.post(
    `${PATH}/tube`,
    {
      onRequest: needsSession(deps),
      schema: { body: ClaimTubeSchema, response: { 200: OwnClaimsSchema, '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request)
      await proveByTube(deps, { userId, typed: request.body.tube_code })
      const claims = await listOwnClaims(deps.database.db, userId)
      return reply.send({ claims })
    },
  )

  app.post(
    PATH,
    {
      onRequest: needsSession(deps),
      schema: { body: RecordClaimSchema, response: { 200: ClaimedSchema, '4xx': ErrorSchema } },
    },
    async (request) => {
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
    },
  )
}
