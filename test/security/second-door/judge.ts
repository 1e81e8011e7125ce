// What one person of the staff must never have brought about alone.
import { testLimits } from '../../app/settings.ts'
import type { Seen } from './attack.ts'
import { HEALTH, type World } from './world.ts'

/** Where health of a member was read, each place once. */
export function healthIn(seen: Seen[]): string[] {
  return [...new Set(seen.filter(({ text }) => HEALTH.test(text)).map(({ where }) => where))]
}

/** What became of accounts and records; empty when each is still of whom it was. */
export async function takenOver({ rows, victims, accounts }: World): Promise<string[]> {
  const now = await rows(
    'select id, user_id, merged_into, erased_at from members where id = any($1) order by id',
    victims.map(({ id }) => id),
  )
  const own = accounts.map(({ userId }) => userId)
  return now.flatMap(({ id, user_id: userId, merged_into: into, erased_at: erasedAt }) => {
    const before = victims.find((one) => Number(one.id) === Number(id))?.userId ?? null
    return [
      ...(userId !== before ? [`the account of record ${id} is another`] : []),
      ...(own.includes(userId) ? [`record ${id} is of an account of the person`] : []),
      ...(into !== null ? [`record ${id} is merged`] : []),
      ...(erasedAt !== null ? [`record ${id} is erased`] : []),
    ]
  })
}

/** What was decided above a limit by one person alone. */
export async function decidedAlone({ rows, person }: World): Promise<string[]> {
  const [sum] = await rows(
    `select count(*)::int as paid, coalesce(sum(amount_pence), 0)::int as pence
     from refunds where asked_by = $1 and confirmed_by is null`,
    person.id,
  )
  const merges = await rows('select id from member_merges where made_by = $1', person.id)
  return [
    ...(sum.paid > testLimits.one_person_refunds || sum.pence > testLimits.one_person_pence
      ? ['refunds above the limit of one person']
      : []),
    ...merges.map(({ id }) => `merge ${id}`),
  ]
}
