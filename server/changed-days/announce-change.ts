import { isWorthAMail } from '../../domain/office/event-fields.ts'
import { tellInvitedOfChange } from '../bookings/invitations/tell-invited.ts'
import type { Deps } from '../deps.ts'
import type { OnEventChanged } from '../events/change-event.ts'
import type { Tx } from '../platform/db/database.ts'
import { countCancellation } from './cancellation.queries.ts'
import { addItems } from './items.queries.ts'
import { booked } from './people.queries.ts'
import { type StartDeps, startAction } from './start-action.ts'

/** Has everybody who is booked written to when words, hall or contact of the event changed. */
export async function announceChange(
  tx: Tx,
  deps: StartDeps & Pick<Deps, 'fieldKeys' | 'site'>,
  { before, after, by }: Parameters<OnEventChanged>[1],
): Promise<void> {
  const { id: eventId, endsAt } = after
  if (!isWorthAMail(before, after) || endsAt <= deps.now()) return
  await tellInvitedOfChange(tx, deps, eventId)
  const { appointments: members } = await countCancellation(tx, eventId)
  if (members === 0) return
  const limits = await deps.site.limits(tx)
  const id = await startAction(tx, deps, { kind: 'event change', eventId, members, by, limits })
  await addItems(tx, { id, people: booked(eventId) })
}
