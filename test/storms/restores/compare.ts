// What a database that was restored to a moment must hold, and must not.
import type { Database } from '../../../server/platform/db/database.ts'
import { brokenInvariants } from '../../invariants/booking-invariants.queries.ts'
import type { Booked, Change } from './steady-bookings.ts'

export type Comparison = { lost: number; faults: string[]; present: number }

const isDone = (change: Change | null, at: number) =>
  change !== null && change.answered !== null && change.answered <= at
const isBegun = (change: Change | null, at: number) => change !== null && change.sent <= at

/** `at` in milliseconds since 1970; Infinity: everything that was acknowledged. */
export async function compare(
  { db, pool }: Database,
  all: Booked[],
  at: number,
): Promise<Comparison> {
  const { rows } = await pool.query<{ id: number; member_id: number; status: string }>(
    'select id, member_id, status from appointments',
  )
  const stored = Map.groupBy(rows, ({ member_id }) => member_id)
  const faults: string[] = []
  let lost = 0
  let present = 0
  for (const { member, id, booking, cancel } of all) {
    const own = stored.get(member.id) ?? []
    present += own.length
    if (own.length > 1) faults.push(`a booking is stored ${own.length} times`)
    const [one] = own
    if (one && !isBegun(booking, at)) faults.push('a booking of a later time is there')
    if (id === null || !isDone(booking, at)) continue
    const mustBe = isDone(cancel, at) ? 'cancelled' : 'booked'
    const mayBe = isBegun(cancel, at) ? 'cancelled' : 'booked'
    if (one?.id !== id) lost += 1
    else if (one.status !== mustBe && one.status !== mayBe)
      faults.push(`a booking that was acknowledged as ${mustBe} is ${one.status}`)
  }
  faults.push(...(await brokenInvariants(db, new Date())))
  return { lost, faults, present }
}
