import type { TwoPeople } from '../../domain/limits.ts'
import { stoppableUntil } from '../../domain/office/bulk-actions.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/db/database.ts'
import type { Staff } from '../staff/guard.ts'
import { type BulkActionRow, insertBulkAction } from './bulk-actions.queries.ts'
import { warnColleagues } from './warn-colleagues.ts'

export type StartDeps = Pick<Deps, 'jobs' | 'now' | 'settings'>

type Started = Pick<BulkActionRow, 'kind' | 'eventId'> &
  Partial<Pick<BulkActionRow, 'subject' | 'message' | 'request'>>

/**
 * Starts an action for so many `members` and returns its id. One for many begins some minutes later,
 * after a mail to all who may stop it, or once a second person agrees.
 */
export async function startAction(
  tx: Tx,
  deps: StartDeps,
  { members, by, limits, ...action }: Started & { members: number; by: Staff; limits: TwoPeople },
): Promise<number> {
  const now = deps.now()
  // News of a delay would be old by then.
  const isNews = action.kind === 'running late'
  const until = isNews ? null : stoppableUntil({ members, now }, limits)
  const row = {
    ...action,
    state: 'running',
    madeBy: by.id,
    createdAt: now,
    tellsAt: until,
  } as const
  const id = await insertBulkAction(tx, row)
  if (until) await warnColleagues(tx, deps, { id, ...action, by, members, tellsAt: until })
  await enqueueRun(tx, deps, until)
  return id
}

/** The job that carries out what is due at `at`, or now. */
export async function enqueueRun(
  tx: Tx,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  at: Date | null,
): Promise<void> {
  const seconds = at ? Math.ceil((at.getTime() - now().getTime()) / 1_000) : 0
  await jobs.enqueue(tx, 'bulkActions', {}, seconds > 0 ? { afterSeconds: seconds } : undefined)
}
