import type { MyData, MyRecord } from '../../../domain/my-data.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import type { Deps } from '../../deps.ts'
import { listMergedInto } from '../../members/members.queries.ts'
import { findOwnRecord } from '../../members/record-of.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Staff } from '../../staff/guard.ts'
import { subjectsOf, unsentMailsTo, withoutMarkers } from './collect.ts'
import { ASKED_OUTCOME, actorInWords, PROFILE_CHANGED, readRecords } from './member-records.ts'
import {
  findAuditOf,
  findMessagesOf,
  findNearAlertsOf,
  findSubscriptionsOf,
} from './my-data.queries.ts'
import { NOT_INCLUDED } from './tables.ts'

const HEALTH =
  'Your results and what was done about them, your health answers and your NHS number. Our office cannot see these. You can download them yourself from your profile. If you have no account, ask us and a clinician will send them.'
const ACCOUNT =
  'Your account, its sign-ins and its log. You can download these yourself from your profile.'

/**
 * The copy that the office makes at a member's request, without health data. Logged as access and
 * change in the same transaction. Throws Refused not_found.
 */
export async function collectForOffice(
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  { memberId, staff }: { memberId: number; staff: Staff },
): Promise<MyData> {
  const at = deps.now()
  return deps.database.transaction(async (tx) => {
    const row = await findOwnRecord(tx, memberId)
    const { userId, email } = row
    const merged = await listMergedInto(tx, memberId)
    const subscriptions = email === null ? [] : await findSubscriptionsOf(tx, email)
    const alerts = email === null ? [] : await findNearAlertsOf(tx, email)
    const audit = await findAuditOf(tx, {
      userId: userId ?? '00000000-0000-0000-0000-000000000000',
      memberIds: [row, ...merged].map(({ id }) => id),
      subjects: subjectsOf(subscriptions, alerts),
    })
    const records = withoutHealth(await readRecords(tx, deps, { row, merged, audit }))
    await insertStaffAccess(tx, {
      staff,
      memberId,
      what: 'member',
      reason: 'request of the man',
      at,
    })
    await insertAudit(tx, { by: staff, memberId, at }, 'copy of all data made')
    return {
      prepared_at: at.toISOString(),
      not_included: [HEALTH, ACCOUNT, ...Object.values(NOT_INCLUDED)],
      ...NO_ACCOUNT,
      ...records,
      newsletter: subscriptions.map(({ id: _, ...subscription }) => subscription),
      near_alerts: alerts.map(({ id: _, ...alert }) => alert),
      messages: email === null ? [] : await findMessagesOf(tx, deps, email),
      mails_waiting: await unsentMailsTo(tx, deps, { email, phone: provenMobile(row) ?? '' }),
      what_was_done: audit
        .filter(({ action }) => action !== PROFILE_CHANGED && !TELL_OF_A_RESULT.includes(action))
        .map(({ actorUserId, details, memberId: _, ...done }) => ({
          by: actorInWords(actorUserId, userId === null ? [] : [userId]),
          ...done,
          details: withoutMarkers(details),
        })),
    }
  })
}

/** What is done only because of some results. */
const TELL_OF_A_RESULT = [
  'care loop closed',
  'rung without an answer',
  'rung, left a message',
  'follow-up answered',
]

const NO_ACCOUNT = {
  account: {},
  sign_ins: [],
  identities: [],
  second_factors: [],
  second_steps: [],
  recovery_codes: [],
  account_links: [],
  account_log: [],
}

function withoutHealth(
  records: Awaited<ReturnType<typeof readRecords>>,
): Awaited<ReturnType<typeof readRecords>> {
  const { profile, consents, notes, notices, identity_changes, profile_changes } = records
  return {
    ...records,
    results: [],
    preparation_answers: [],
    follow_up_answers: [],
    notes: notes.filter(({ written_by: by }) => by !== 'a clinician'),
    profile: profile && without(profile, 'nhs_number'),
    notices: notices
      .filter(({ about }) => about !== ASKED_OUTCOME)
      .map((notice) => without(notice, 'to')),
    consents: consents.map((consent) => without(consent, 'answers', 'gp_surgery')),
    identity_changes: identity_changes.map(withoutNumber),
    profile_changes: profile_changes.map(withoutNumber),
  }
}

function withoutNumber({ before, after, ...change }: MyRecord): MyRecord {
  return {
    ...change,
    before: without(Object(before), 'nhs_number'),
    after: without(Object(after), 'nhs_number'),
  }
}

function without(record: MyRecord, ...names: string[]): MyRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
}
