import { ipPrefix } from '../../../auth/limits/ip-prefix.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import type { Deps } from '../../deps.ts'
import { insertAudit } from './audit.queries.ts'
import type { Denial } from './denial.ts'
import {
  addDenied,
  type DeniedHour,
  deleteDenied,
  findMemberId,
  lockDeniedBefore,
} from './denials.queries.ts'

/** Audit rows per hour of one account, or of one address without an account. */
export const ROWS_PER_HOUR = 20
export const ACCESS_DENIED = 'access denied'
const BATCH = 500

type WriteDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now'>

export type Denials = { first: Denial[]; count: number }

export function keyOf({ session, address }: Denial): string {
  return session ? `account ${session.userId}` : `address ${ipPrefix(address)}`
}

export async function writeDenials(deps: WriteDeps, { first, count }: Denials): Promise<void> {
  const [one] = first
  if (!one) return
  const { database, fieldKeys } = deps
  const at = deps.now()
  const actorUserId = one.session?.userId ?? null
  const addressOf = (address: string) =>
    fieldKeys.blindIndex(address, 'access log address').toString('hex').slice(0, 32)
  const hour: DeniedHour = {
    callerHash: fieldKeys.blindIndex(keyOf(one), ACCESS_DENIED),
    hour: new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS),
    actorUserId,
    addressHash: addressOf(one.address),
  }
  await database.transaction(async (tx) => {
    const before = await addDenied(tx, hour, count)
    const memberId = actorUserId === null ? null : await findMemberId(tx, actorUserId)
    for (const { route, asked, reason, status, address } of first.slice(
      0,
      Math.max(0, ROWS_PER_HOUR - before),
    )) {
      await insertAudit(tx, { by: actorUserId, memberId, subject: route, at }, ACCESS_DENIED, {
        asked,
        reason,
        status,
        address: addressOf(address),
      })
    }
  })
}

/** Adds one audit row per past hour for denials that were only counted, and deletes the counts. */
export async function closeDeniedHours({
  database,
  now,
}: Pick<Deps, 'database' | 'now'>): Promise<void> {
  const at = now()
  const before = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
  let closed: number
  do {
    closed = await database.transaction(async (tx) => {
      const hours = await lockDeniedBefore(tx, { before, limit: BATCH })
      for (const { count, ...hour } of hours) {
        await deleteDenied(tx, hour)
        if (count <= ROWS_PER_HOUR) continue
        await insertAudit(
          tx,
          { by: hour.actorUserId, subject: 'further requests', at },
          ACCESS_DENIED,
          {
            further: count - ROWS_PER_HOUR,
            hour: hour.hour.toISOString(),
            address: hour.addressHash,
          },
        )
      }
      return hours.length
    })
  } while (closed === BATCH)
}
