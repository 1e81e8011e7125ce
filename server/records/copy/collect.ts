import type { MyData, MyRecord } from '../../../domain/my-data.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import type { Deps } from '../../deps.ts'
import { findProfileByUser, listMergedInto } from '../../members/members.queries.ts'
import { type Addressee, listMailsTo, MOST_SHOWN } from '../../messages/mail-jobs/mails-to.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Session } from '../../platform/http/session.ts'
import { consumeAlone } from '../../platform/rate-limits/rate-limits.ts'
import { readAccount } from './account-records.ts'
import { actorInWords, NO_MEMBER, PROFILE_CHANGED, readMember } from './member-records.ts'
import {
  findAuditOf,
  findMessagesOf,
  findNearAlertsOf,
  findSubscriptionsOf,
} from './my-data.queries.ts'
import { NOT_INCLUDED } from './tables.ts'

type CollectDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'auth' | 'settings'>

/** Decrypted. Logs the access to results in the same transaction. Throws Refused busy, too_many_requests. */
export async function collectMyData(
  deps: CollectDeps,
  { session, address }: { session: Session; address: string },
): Promise<MyData> {
  const now = deps.now()
  const { userId } = session
  await consumeAlone(deps, [['copies of an account', userId]])
  const { isWhole, ...account } = await readAccount(deps, { session, address })
  return deps.database.transaction(async (tx) => {
    const row = await findProfileByUser(tx, userId)
    const email = row?.email ?? session.email
    const subscriptions = await findSubscriptionsOf(tx, email)
    const alerts = await findNearAlertsOf(tx, email)
    const subjects = subjectsOf(subscriptions, alerts)
    const merged = row ? await listMergedInto(tx, row.id) : []
    const memberIds = row ? [row, ...merged].map(({ id }) => id) : []
    const audit = await findAuditOf(tx, { userId, memberIds, subjects })
    const member = row
      ? await readMember(tx, deps, { row, merged, audit, address, now })
      : NO_MEMBER
    return {
      prepared_at: now.toISOString(),
      not_included: [...Object.values(NOT_INCLUDED), ...(isWhole ? [] : [STORED_ELSEWHERE])],
      ...account,
      ...member,
      newsletter: subscriptions.map(({ id: _, ...subscription }) => subscription),
      near_alerts: alerts.map(({ id: _, ...alert }) => alert),
      messages: await findMessagesOf(tx, deps, email),
      mails_waiting: await unsentMailsTo(tx, deps, {
        email,
        phone: (row && provenMobile(row)) ?? '',
      }),
      what_was_done: audit
        .filter(({ action }) => action !== PROFILE_CHANGED)
        .map(({ actorUserId, details, memberId: _, ...done }) => ({
          by: actorInWords(actorUserId, [userId]),
          ...done,
          details: withoutMarkers(details),
        })),
    }
  })
}

const STORED_ELSEWHERE =
  'Where you are signed in, changes to your account, and the links and codes we sent you. The company that runs our sign-in service holds these. Ask us if you want them.'

/** What the audit log calls what belongs to an e-mail address. */
export function subjectsOf(subscriptions: { id: string }[], alerts: { id: string }[]): string[] {
  return [
    ...subscriptions.map(({ id }) => `subscription ${id}`),
    ...alerts.map(({ id }) => `near alert ${id}`),
  ]
}

export async function unsentMailsTo(
  tx: Queryable,
  deps: Pick<Deps, 'fieldKeys'>,
  to: Addressee,
): Promise<MyRecord[]> {
  const mails = await listMailsTo(tx, deps, to, MOST_SHOWN)
  return mails.map(({ subject, queuedAt, state }) => ({ subject, queued_at: queuedAt, state }))
}

/** Without browser and IP markers and other members. */
export function withoutMarkers(details: unknown): MyRecord {
  const { visitor: _, nhsNumberAlsoOf: __, address: ___, ...shown }: MyRecord = Object(details)
  return shown
}
