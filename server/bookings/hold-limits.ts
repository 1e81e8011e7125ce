import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import type { EventDetails } from '../../domain/contract.ts'
import { maxHoldsPerIpPrefix } from '../../domain/hold-limits.ts'
import type { Deps } from '../deps.ts'

export type HoldLimits = {
  /** Keyed hash of address and event. */
  address: Buffer
  /** Places of the event that the address may hold at once; null for no limit. */
  most: number | null
  /** Keyed hash of member and slot. */
  slot: Buffer
}

export function holdLimitsOf(
  { fieldKeys, settings }: Pick<Deps, 'fieldKeys' | 'settings'>,
  hold: { userId: string; event: EventDetails; startsAt: Date; address: string },
): HoldLimits {
  const { userId, event, startsAt, address } = hold
  const { event_id: id, total_spaces: places } = event
  const most = Math.ceil(maxHoldsPerIpPrefix(places) * settings.rateLimitScale)
  const slot = `${userId} ${id} ${startsAt.toISOString()}`
  return {
    address: fieldKeys.blindIndex(`${ipPrefix(address)} ${id}`, 'holds of an address'),
    most: most < places ? most : null,
    slot: fieldKeys.blindIndex(slot, 'holds of a slot'),
  }
}
