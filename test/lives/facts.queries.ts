// The raw rows of a life, for a checker that is written apart from the product's functions.
import type pg from 'pg'

export type Press = {
  id: string
  appointment: number
  member: number
  event: number
  type: string
  tube: string | null
  undoes: string | null
  at: Date
}
export type Appointment = { id: number; member: number; event: number; status: string }
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
export type Result = { id: number; member: number; supersedes: number | null; source: string }
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
export type Man = {
  id: number
  isDead: boolean
  isErased: boolean
  hasDiedOnce: boolean
  mergedInto: number | null
  withdrawn: number[]
}

export async function readFacts(pool: pg.Pool, memberIds: number[], importIds: number[]) {
  const read = async <T>(text: string, values: unknown[] = [memberIds]): Promise<T[]> =>
    (await pool.query(text, values)).rows as T[]
  return {
    presses: await read<Press>(
      `select p.action_id as id, p.appointment_id::int as appointment, a.member_id::int as member,
         p.event_id::int as event, p.type, p.tube, p.undoes, p.at
       from attendance_actions p join appointments a on a.id = p.appointment_id
       where a.member_id = any($1) and p.status <> 'refused' order by p.id`,
    ),
    appointments: await read<Appointment>(
      `select id::int, member_id::int as member, event_id::int as event, status
       from appointments where member_id = any($1) order by id`,
    ),
    labResults: await read<LabResult>(
      `select id::int, member_id::int as member, appointment_id::int as appointment, state,
         replaces_id::int as replaces, result_id::int as result, is_withdrawal as "isWithdrawal",
         seal_id as "sealId", sealed
       from lab_results where member_id = any($1) order by id`,
    ),
    reviews: await read<Review>(
      `select v.lab_result_id::int as "labResult", v.kind, v.staff_id::int as staff,
         v.seal_id as "sealId", v.sealed
       from result_reviews v join lab_results r on r.id = v.lab_result_id
       where r.member_id = any($1) order by v.id`,
    ),
    results: await read<Result>(
      `select id::int, member_id::int as member, supersedes_id::int as supersedes, source
       from results where member_id = any($1) order by id`,
    ),
    letters: await read<Letter>(
      `select id::int, result_id::int as result, member_id::int as member, recipient, state
       from result_letters where member_id = any($1) order by id`,
    ),
    loops: await read<Loop>(
      `select id::int, kind, member_id::int as member, appointment_id::int as appointment,
         lab_result_id::int as "labResult", result_id::int as result,
         closed_at is not null as closed, closed_because as because
       from care_loops where member_id = any($1) order by id`,
    ),
    rows: await read<Row>(
      `select import_id::int as import, row, state, reason, sealed
       from result_import_rows where import_id = any($1) order by 1, 2`,
      [importIds],
    ),
    men: await read<Man>(
      `select m.id::int, m.died_at is not null as "isDead", m.erased_at is not null as "isErased",
         exists (select from contact_stops c where c.member_id = m.id and c.kind = 'died')
           as "hasDiedOnce",
         m.merged_into::int as "mergedInto",
         array(select c.event_id::int from consents c
           where c.member_id = m.id and exists (select from consent_withdrawals w where w.consent_id = c.id)
             and not exists (select from consents later where later.member_id = c.member_id
               and later.event_id = c.event_id and later.id > c.id)) as withdrawn
       from members m where m.id = any($1)`,
    ),
  }
}
export type Facts = Awaited<ReturnType<typeof readFacts>>
