import type * as z from 'zod/mini'
import { type Withdrawable, WithdrawalSchema } from '../../../domain/consent-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import { listLatestConsents } from '../../facts/latest-consent.queries.ts'
import { findPersonState } from '../../facts/person-state.queries.ts'
import { findOwnRecord } from '../../members/record-of.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { type Staff, staffOf } from '../../staff/guard.ts'
import { withdrawConsent } from './withdraw-consent.ts'

/** A member withdraws consent by telephone, on paper or in person, also one without an account. */
export function withdrawalsOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/members/:id/consents', (request): Promise<Withdrawable> => {
    const memberId = publicId(request.params.id)
    return deps.database.transaction(async (tx) => {
      const member = await findMemberFor(tx, { memberId, staff: staffOf(request) })
      await logAccess(tx, deps, { memberId, staff: staffOf(request) })
      const given = await listLatestConsents(tx, memberId)
      const person = await findPersonState(tx, { memberId, now: deps.now() })
      if (!person) throw new Refused('not_found')
      return {
        member_id: memberId,
        name: `${member.firstName} ${member.lastName}`,
        date_of_birth: member.dateOfBirth,
        person,
        consents: given.map((consent) => ({
          event_id: consent.eventId,
          event_name: consent.eventName,
          test_date: consent.testDate,
          given_at: consent.givenAt.toISOString(),
          withdrawn_at: consent.withdrawnAt?.toISOString() ?? null,
        })),
      }
    })
  })

  serve(app, 'POST /api/office/members/:id/consent-withdrawals', async (request) => {
    const staff = staffOf(request)
    const memberId = publicId(request.params.id)
    const { event_id: eventId, channel, taken_by: typed = '' } = request.body
    const member = await findMemberFor(deps.database.db, { memberId, staff })
    const takenBy = plainText(typed) || staff.name
    type Answer = z.infer<typeof WithdrawalSchema>
    const answerOf = (appointment: Answer['appointment']): Answer => ({
      status: 'success',
      appointment,
    })
    return withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape: WithdrawalSchema },
      async (saveResponse) =>
        answerOf(
          await withdrawConsent(deps, {
            member,
            eventId,
            by: { actorUserId: staff.userId, channel, takenBy },
            also: (tx) => logAccess(tx, deps, { memberId, staff }),
            saveResponse: (tx, appointment) => saveResponse(tx, answerOf(appointment)),
          }),
        ),
    )
  })
}

type Params = { memberId: number; staff: Staff }

async function findMemberFor(q: Queryable, { memberId, staff }: Params) {
  const member = await findOwnRecord(q, memberId)
  if (member.userId !== null && member.userId === staff.userId) throw new Refused('own_record')
  return member
}

function logAccess(q: Queryable, { now }: Pick<Deps, 'now'>, params: Params): Promise<void> {
  const access = { what: 'member', reason: 'request of the man', at: now() } as const
  return insertStaffAccess(q, { ...params, ...access })
}
