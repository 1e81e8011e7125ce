// The raw rows of a life, for a checker that is written apart from the product's functions.
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { openState } from '../../server/facts/sealed-lab-results.ts'
import type { MemberRow } from '../../server/members/members.queries.ts'
import type { Queryable } from '../../server/platform/db/database.ts'
import { members } from '../../server/platform/db/schema.ts'
import type { FieldKeys } from '../../server/platform/keys/field-keys.ts'
import { type LoopRow, toReals } from '../../server/tasks/sealed-loops.ts'

export type Press = {
  id: string
  appointment: number
  member: number
  event: number
  type: string
  tube: string | null
  undoes: string | null
  /** What a lead declared to be all the member's. */
  samples: string[] | null
  at: Date
}
export type Appointment = { id: number; member: number; event: number; status: string }
/** `capture` is the provider's, null for money taken at the venue. */
export type Payment = {
  id: string
  member: number
  appointment: number | null
  state: string
  captured: number | null
  capture: string | null
}
export type Refund = {
  id: string
  payment: string
  pence: number
  state: string
  replaces: string | null
  byProvider: boolean
}
export type Owed = { id: number; payment: string; pence: number; isEnded: boolean }
export type LabResult = {
  id: number
  member: number
  appointment: number
  state: string
  replaces: number | null
  result: number | null
  isWithdrawal: boolean
  sealId: string
  sealed: Buffer
}
export type Review = {
  labResult: number
  kind: string
  staff: number
  sealId: string
  sealed: Buffer
}
export type Result = {
  id: number
  member: number
  supersedes: number | null
  source: string
  released: boolean
}
export type Letter = {
  id: number
  result: number
  member: number
  recipient: string
  state: string
}
export type Loop = {
  id: number
  kind: string
  member: number
  appointment: number | null
  labResult: number | null
  result: number | null
  closed: boolean
  because: string | null
}
export type Row = {
  import: number
  row: number
  state: string
  reason: string | null
  sealed: Buffer
}
export type RecordClaim = {
  id: number
  member: number
  userId: string
  at: Date
  notice: string
  toldAt: Date | null
  isProven: boolean
  ended: Date | null
  because: string | null
}
export type Man = {
  id: number
  isDead: boolean
  isErased: boolean
  hasDiedOnce: boolean
  wantsContact: string
  /** The account that signs in as the member. */
  account: string | null
  mergedInto: number | null
  withdrawn: number[]
}

export async function readFacts(
  { pool, fieldKeys }: { pool: pg.Pool; fieldKeys: FieldKeys },
  { memberIds, importIds }: { memberIds: number[]; importIds: number[] },
) {
  const read = async <T>(text: string, values: unknown[] = [memberIds]): Promise<T[]> =>
    (await pool.query(text, values)).rows as T[]
  const facts = await allOf({
    payments: read<Payment>(
      `select id, member_id::int as member, coalesce(appointment_id, for_appointment_id)::int as appointment,
         state, captured_pence as captured, capture_id as capture
       from payments where member_id = any($1) order by created_at, id`,
    ),
    refunds: read<Refund>(
      `select r.id, r.payment_id as payment, r.amount_pence as pence, r.state,
         r.replaces_id as replaces, r.by_hand_note is null and r.reason <> 'reversed' as "byProvider"
       from refunds r join payments p on p.id = r.payment_id
       where p.member_id = any($1) order by r.created_at, r.id`,
    ),
    merges: read<{ id: number; kept: number; merged: number }>(
      `select id::int, kept_id::int as kept, merged_id::int as merged from member_merges
       where kept_id = any($1) order by id`,
    ),
    allOwed: read<Owed>(
      `select o.id::int, o.payment_id as payment, o.amount_pence as pence,
         exists (select from owed_refund_outcomes e where e.owed_refund_id = o.id) as "isEnded"
       from owed_refunds o join payments p on p.id = o.payment_id
       where p.member_id = any($1) order by o.id`,
    ),
    presses: read<Press>(
      `select p.action_id as id, p.appointment_id::int as appointment, a.member_id::int as member,
         p.event_id::int as event, p.type, p.tube, p.undoes, p.samples, p.at
       from attendance_actions p join appointments a on a.id = p.appointment_id
       where a.member_id = any($1) and p.status <> 'refused' order by p.id`,
    ),
    appointments: read<Appointment>(
      `select id::int, member_id::int as member, event_id::int as event, status
       from appointments where member_id = any($1) order by id`,
    ),
    labResults: readLabResults(),
    reviews: read<Review>(
      `select v.lab_result_id::int as "labResult", v.kind, v.staff_id::int as staff,
         v.seal_id as "sealId", v.sealed
       from result_reviews v join lab_results r on r.id = v.lab_result_id
       where r.member_id = any($1) order by v.id`,
    ),
    results: read<Result>(
      `select id::int, member_id::int as member, supersedes_id::int as supersedes, source,
         released_at is not null as released
       from results where member_id = any($1) order by id`,
    ),
    letters: read<Letter>(
      `select id::int, result_id::int as result, member_id::int as member, recipient, state
       from result_letters where member_id = any($1) order by id`,
    ),
    loops: readLoops(),
    rows: read<Row>(
      `select import_id::int as import, row, state, reason, sealed
       from result_import_rows where import_id = any($1) order by 1, 2`,
      [importIds],
    ),
    claims: read<RecordClaim>(
      `select id::int, member_id::int as member, user_id as "userId", claimed_at as at, notice,
         told_at as "toldAt", tube_proven_at is not null as "isProven", ended_at as ended,
         ended_because as because
       from record_claims where member_id = any($1) order by id`,
    ),
    men: read<Man>(
      `select m.id::int, m.died_at is not null as "isDead", m.erased_at is not null as "isErased",
         exists (select from contact_stops c where c.member_id = m.id and c.kind = 'died')
           as "hasDiedOnce",
         m.merged_into::int as "mergedInto", m.user_id as account, m.wants_contact as "wantsContact",
         array(select c.event_id::int from consents c
           where c.member_id = m.id and exists (select from consent_withdrawals w where w.consent_id = c.id)
             and not exists (select from consents later where later.member_id = c.member_id
               and later.event_id = c.event_id and later.id > c.id)) as withdrawn
       from members m where m.id = any($1)`,
    ),
  })
  return { ...facts, owed: facts.allOwed.filter(({ isEnded }) => !isEnded) }

  // The sealed columns say what their readable neighbours do not.
  async function readLabResults(): Promise<LabResult[]> {
    const rows = await read<LabResult & Parameters<typeof openState>[1]>(
      `select id::int, member_id::int as member, appointment_id::int as appointment, state,
         replaces_id::int as replaces, result_id::int as result, is_withdrawal as "isWithdrawal",
         seal_id as "sealId", sealed, sealed_state as "sealedState"
       from lab_results where member_id = any($1) order by id`,
    )
    return rows.map((row) => ({ ...row, state: openState(fieldKeys, row) }))
  }

  async function readLoops(): Promise<Loop[]> {
    const rows = await read<LoopRow & Loop>(
      `select id::int, kind, pace, urgency, due_at as "dueAt", member_id::int as member,
         appointment_id::int as appointment, lab_result_id::int as "labResult",
         result_id::int as result, closed_at is not null as closed,
         closed_because as "closedBecause", seal_id as "sealId", sealed
       from care_loops where member_id = any($1) order by id`,
    )
    return toReals(fieldKeys, rows).map((real) => ({ ...real, because: real.closedBecause }))
  }
}
type Promised<T> = { [K in keyof T]: Promise<T[K]> }
async function allOf<T extends object>(parts: Promised<T>): Promise<T> {
  const names = Object.keys(parts)
  const values = await Promise.all(Object.values(parts))
  return Object.fromEntries(names.map((name, n) => [name, values[n]])) as T
}

export type Facts = Awaited<ReturnType<typeof readFacts>>

export async function findLetterOwner(pool: pg.Pool, letterId: number): Promise<number> {
  const { rows } = await pool.query(
    `select coalesce(m.merged_into, m.id)::int as member
     from result_letters l join members m on m.id = l.member_id where l.id = $1`,
    [letterId],
  )
  return rows[0]?.member ?? 0
}

export async function countWaitingMessages(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as count from jobs.job where name in ('mail', 'sms')
       and state in ('created', 'retry', 'active') and start_after <= now()`,
  )
  return rows[0]?.count ?? 0
}

export async function findMemberRow(db: Queryable, id: number): Promise<MemberRow | null> {
  const [row] = await db.select().from(members).where(eq(members.id, id))
  return row ?? null
}
