import type { EventDetails } from '../../../domain/contract.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { Wait } from '../../../domain/waiting-list-schemas.ts'
import type { WaitRow } from './waiting-list.queries.ts'

export function toWait(
  row: Pick<WaitRow, 'status' | 'joinedAt' | 'offeredStartsAt' | 'offeredUntil'>,
  event: EventDetails,
  { waiting, position }: { waiting: number; position: number },
): Wait {
  const { offeredStartsAt: startsAt, offeredUntil: until } = row
  return {
    event_id: event.event_id,
    event_name: event.event_name,
    event_date: event.event_date,
    status: row.status,
    joined_at: row.joinedAt.toISOString(),
    position: row.status === 'waiting' ? position : null,
    waiting,
    offer:
      startsAt && until
        ? { date: ukDate(startsAt), time: ukTime(startsAt), until: until.toISOString() }
        : null,
  }
}

export function isOpen({ status }: Pick<Wait, 'status'>): boolean {
  return status === 'waiting' || status === 'offered'
}
