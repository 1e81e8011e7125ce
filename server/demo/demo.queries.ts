import type { Queryable } from '../db/database.ts'
import { events, members } from '../db/schema.ts'

export async function isUnused(q: Queryable): Promise<boolean> {
  const [someEvent, someMember] = await Promise.all([
    q.select({ id: events.id }).from(events).limit(1),
    q.select({ id: members.id }).from(members).limit(1),
  ])
  return someEvent.length === 0 && someMember.length === 0
}
