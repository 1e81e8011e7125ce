import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import { holdsOfAddress } from '../../domain/hold-limits.ts'
import type { Deps } from '../deps.ts'

/** How the database counts one hold. */
export type HoldLimits = {
  /** The address at this event, as 32 bytes that tell nobody. */
  address: Buffer
  /** Places of the event that may be held from it at once; null when it can hold them all. */
  most: number | null
  /** The member and the slot. */
  slot: Buffer
}

/** The limits of a hold that a member asks for from `address`. */
export function holdLimitsOf(
  { fieldKeys, settings }: Pick<Deps, 'fieldKeys' | 'settings'>,
  asked: { member: { userId: string }; event: CharityEvent; startsAt: Date; address: string },
): HoldLimits {
  const { member, event, startsAt, address } = asked
  const { event_id: id, total_spaces: places } = event
  const most = Math.ceil(holdsOfAddress(places) * settings.rateLimitScale)
  const slot = `${member.userId} ${id} ${startsAt.toISOString()}`
  return {
    address: fieldKeys.blindIndex(`${ipPrefix(address)} ${id}`, 'holds of an address'),
    most: most < places ? most : null,
    slot: fieldKeys.blindIndex(slot, 'holds of a slot'),
  }
}
