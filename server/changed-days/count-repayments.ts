import { ROADS, type Road } from '../../domain/money-schemas.ts'
import type { RepaymentCounts } from '../../domain/office/bulk-actions.ts'
import { listMoney } from '../money/refunds/money-records.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { appointmentsToCancel, sumUnbookedPayments } from './cancellation.queries.ts'

type RepaymentsByRoad = Record<Road, { count: number; pence: number }>

/** What cancelling the event pays back in full, by the road of each payment. */
export async function countRepayments(q: Queryable, eventId: number): Promise<RepaymentsByRoad> {
  const money = await listMoney(q, appointmentsToCancel(eventId))
  const counts = Object.fromEntries(ROADS.map((road) => [road, { count: 0, pence: 0 }]))
  const add = (road: Road, { count, pence }: { count: number; pence: number }) => {
    const known = counts[road]
    counts[road] = { count: (known?.count ?? 0) + count, pence: (known?.pence ?? 0) + pence }
  }
  for (const { held } of money.values())
    for (const { road, pence } of held) add(road, { count: 1, pence })
  add('under review', await sumUnbookedPayments(q, eventId))
  return counts as RepaymentsByRoad
}

export function sumOfRoads(roads: RepaymentsByRoad): { count: number; pence: number } {
  return Object.values(roads).reduce((sum, one) => ({
    count: sum.count + one.count,
    pence: sum.pence + one.pence,
  }))
}

export function toRepaymentCounts(roads: RepaymentsByRoad): RepaymentCounts {
  return {
    by_card: roads.card,
    by_hand: roads['by hand'],
    under_review: roads['under review'],
    disputed: roads.disputed,
    failed_before: roads['failed before'],
  }
}
