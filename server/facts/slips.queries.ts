// Slips with the number of a tube (domain/office/slips.ts), and the samples that disagree with them.
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Queryable } from '../platform/db/database.ts'
import { readRow, readRows } from '../platform/db/parsed.ts'
import type { StoredText } from './sealed-press.ts'

/** SQL: the action with this alias was recorded, and nobody undid it. */
const stands = (alias: string) => {
  const action = sql.raw(alias)
  return sql`${action}.status <> 'refused' and not exists (select from attendance_actions undo
    where undo.undoes = ${action}.action_id and undo.status <> 'refused')`
}

const KnownSlipsRow = z.object({
  own: z.nullable(z.string()),
  slip: z.boolean(),
  tube: z.boolean(),
})

/** What is known at the event of the number on a slip or tube, for this appointment and for others. */
export async function findSlipFacts(
  q: Queryable,
  of: { eventId: number; appointmentId: number; code: string | null },
): Promise<{ own: string | null; isSlipOfOther: boolean; isTubeOfOther: boolean }> {
  const { eventId, appointmentId, code } = of
  const others = (type: 'slip' | 'sample') => sql`exists (select from attendance_actions other
    where other.event_id = ${eventId} and other.type = ${type}
      and other.${type === 'slip' ? sql`slip` : sql`tube`} = ${code}
      and other.appointment_id <> ${appointmentId} and ${stands('other')})`
  const known = await readRow(
    q,
    KnownSlipsRow,
    sql`select
    (select given.slip from attendance_actions given
      where given.event_id = ${eventId} and given.appointment_id = ${appointmentId}
        and given.type = 'slip' and ${stands('given')}
      order by given.at desc, given.action_id desc limit 1) as own,
    ${others('slip')} as slip, ${others('sample')} as tube`,
  )
  if (!known) throw new Error('a question has no answer')
  return { own: known.own, isSlipOfOther: known.slip, isTubeOfOther: known.tube }
}

const DifferingRow = z.object({
  appointment_id: z.coerce.number(),
  tube: z.string(),
  at: z.coerce.date(),
  by: z.string(),
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  seal_id: z.nullable(z.string()),
  sealed: z.nullable(z.instanceof(Buffer)),
})

/** A standing sample whose tube disagrees with a slip, with who recorded it, when and in which words (wordsOfPress). */
export type DifferingSample = {
  appointmentId: number
  tube: string
  at: Date
  by: string
  press: StoredText
}

/**
 * Of these appointments, by time, whatever was recorded first: the tube is not that of the slip that
 * was scanned with it or that the member has, or it is that of another member's slip.
 */
export async function listDifferingSamples(
  q: Queryable,
  appointmentIds: readonly number[],
): Promise<DifferingSample[]> {
  if (appointmentIds.length === 0) return []
  const rows = await readRows(
    q,
    DifferingRow,
    sql`select sample.appointment_id, sample.tube, sample.at, taker.name as by,
      sample.reason, sample.note, sample.seal_id, sample.sealed
    from attendance_actions sample join staff taker on taker.id = sample.staff_id
    where sample.appointment_id = any(${sql.param([...appointmentIds])}::bigint[])
      and sample.type = 'sample' and ${stands('sample')}
      and (sample.slip <> sample.tube
        or (select given.slip from attendance_actions given
          where given.event_id = sample.event_id and given.appointment_id = sample.appointment_id
            and given.type = 'slip' and ${stands('given')}
          order by given.at desc, given.action_id desc limit 1) <> sample.tube
        or exists (select from attendance_actions other
          where other.event_id = sample.event_id and other.type = 'slip'
            and other.slip = sample.tube and other.appointment_id <> sample.appointment_id
            and ${stands('other')}))
    order by sample.at, sample.id`,
  )
  return rows.map(({ appointment_id: appointmentId, tube, at, by, ...press }) => {
    const { seal_id: sealId, ...words } = press
    return { appointmentId, tube, at, by, press: { ...words, sealId } }
  })
}
