import { dayInWords } from '../../domain/uk-time.ts'
import type { Deps } from '../deps.ts'
import { findEventDetails } from '../events/events.queries.ts'
import { lockEvent } from '../events/office.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Tx } from '../platform/db/database.ts'
import { forEachSafely, type OnError } from '../platform/for-each-safely.ts'
import type { Staff } from '../staff/guard.ts'
import {
  type BulkActionRow,
  findBulkAction,
  insertBulkAction,
  listWaitingToTell,
  updateBulkAction,
} from './bulk-actions.queries.ts'
import { addItems } from './items.queries.ts'
import { awaited } from './people.queries.ts'
import { enqueueRun } from './start-action.ts'

type TellDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>

/**
 * Has everybody booked written to, once, about a cancellation that has waited its time without being
 * stopped, so that nobody travels. Appointments and money wait for the second person.
 */
export async function tellOfWaitingCancellations(deps: TellDeps, onError: OnError): Promise<void> {
  const due = await listWaitingToTell(deps.database.db, deps.now())
  await forEachSafely(due, onError, ({ id, eventId }) =>
    commit(deps, async (tx) => {
      await lockEvent(tx, eventId)
      const action = await findBulkAction(tx, id)
      const isDue = action?.state === 'waits for a second person' && action.toldAt === null
      if (!isDue) return
      await updateBulkAction(tx, id, { toldAt: deps.now() })
      const notice =
        'We are sorry: this event does not take place, so please do not travel to it. You do not need to do anything. We write again to say that your appointment is cancelled, and how anything you paid goes back to you.'
      const text = action.message ? `${action.message}\n\n${notice}` : notice
      await writeToAll(tx, deps, { action, subject: 'Please do not travel', text, by: null })
    }),
  )
}

/** Has the same members written to that their appointments stand. */
export async function sayItTakesPlace(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
  { action, by }: { action: BulkActionRow; by: Staff },
): Promise<void> {
  const text =
    'Please disregard our message that this event does not take place: it takes place as planned, and your appointment stands as it was. We are sorry for the confusion.'
  await writeToAll(tx, deps, { action, subject: 'The event takes place after all', text, by })
}

async function writeToAll(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
  letter: { action: BulkActionRow; subject: string; text: string; by: Staff | null },
): Promise<void> {
  const { eventId, madeBy } = letter.action
  const event = await findEventDetails(tx, eventId)
  if (!event) throw new Error(`event ${eventId} is not there`)
  const id = await insertBulkAction(tx, {
    kind: 'message',
    eventId,
    state: 'running',
    subject: `${letter.subject}: ${dayInWords(event.event_date)}`,
    message: letter.text,
    madeBy: letter.by?.id ?? madeBy,
    createdAt: deps.now(),
  })
  await addItems(tx, { id, people: awaited(eventId) })
  await enqueueRun(tx, deps, null)
}
