import { randomUUID } from 'node:crypto'
import type { WantedContact } from '../../../domain/contact-and-support.ts'
import {
  canRestart,
  type Revocation,
  type StoppedItem,
  WANTED_AFTER,
  whyNotRevoke,
} from '../../../domain/office/contact-stops.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import { insertLetter, lastCopy } from '../../results/result-letters/letters.queries.ts'
import { closeLoops, openAnyLoops } from '../../tasks/change-loops.ts'
import { findLoop } from '../../tasks/loops.queries.ts'
import { type ActDeps, lockPerson, logAccess, maySee, type Params } from './record-stop.ts'
import { openStop, sealRevocation } from './sealed-stops.ts'
import {
  findStoppedLetter,
  insertStop,
  insertUnannounced,
  listStops,
  listUnreleased,
  markPerson,
  type StopRow,
} from './stops.queries.ts'

/**
 * A second person revokes an act that was a mistake. What it stopped starts again where it is chosen;
 * what the second person may not see starts again in any case. Throws Refused not_found, own_record,
 * same_person, stop_revoked, or invalid_request for a place that is not in the list.
 */
export async function revokeStop(
  deps: ActDeps,
  { memberId, stopId, staff, reason, restart }: Params & Revocation & { stopId: number },
): Promise<void> {
  const now = deps.now()
  await commit({ ...deps, eventIds: 'any' }, async (tx) => {
    const row = await lockPerson(tx, { memberId, now })
    if (row.userId !== null && row.userId === staff.userId) throw new Refused('own_record')
    const all = await listStops(tx, memberId)
    const recorded = all.find(({ stop }) => stop.id === stopId)
    if (!recorded) throw new Refused('not_found')
    const { stop } = recorded
    const isRevoked = recorded.revocation !== null
    const against = whyNotRevoke({ madeBy: stop.madeBy, isRevoked, staffId: staff.id })
    if (against) throw new Refused(against)
    await logAccess(tx, { memberId, staff, now })

    const items = openStop(deps.fieldKeys, stop).stopped
    const isOffered = (place: number) => {
      const item = items[place]
      return item !== undefined && canRestart(item.kind) && maySee(item, staff)
    }
    if (!restart.every(isOffered))
      throw invalidField('restart', 'One of these was not stopped, or cannot start again.')
    const restarted = items.filter(
      (item, place) => canRestart(item.kind) && (restart.includes(place) || !maySee(item, staff)),
    )
    const isAlive = stop.kind === 'died'
    const wants = wantedBefore(all, stopId)
    await markPerson(tx, { memberId, ...(isAlive ? { diedAt: null } : { wantsContact: wants }) })
    if (isAlive) await endListOfTheDead(tx, deps, memberId, now)
    for (const item of restarted) await startAgain(tx, deps, item, { memberId, now })

    const sealId = randomUUID()
    await insertStop(tx, {
      memberId,
      kind: 'revoked',
      revokes: stopId,
      madeBy: staff.id,
      at: now,
      sealId,
      sealed: sealRevocation(deps.fieldKeys, sealId, { reason, restarted }),
    })
    await insertAudit(
      tx,
      { by: staff, memberId, at: now },
      isAlive ? 'death revoked' : 'stop of contact revoked',
      {
        stop: stopId,
        reason,
        before: { died: row.diedAt !== null, wantsContact: row.wantsContact },
        after: { died: false, wantsContact: isAlive ? row.wantsContact : wants },
      },
    )
    if (isAlive && row.userId !== null) await deps.auth.staffAccounts?.admit(row.userId, staff.name)
  })
}

/** What the other standing acts say; everything without one. */
function wantedBefore(all: readonly StopRow[], stopId: number): WantedContact {
  const [latest] = all.flatMap(({ stop, revocation }) => {
    if (stop.id === stopId || revocation !== null || stop.kind === 'revoked') return []
    return WANTED_AFTER[stop.kind] ?? []
  })
  return latest ?? 'all'
}

async function endListOfTheDead(
  tx: Tx,
  deps: Pick<ActDeps, 'fieldKeys'>,
  memberId: number,
  at: Date,
): Promise<void> {
  const kinds = ['result_of_the_dead'] as const
  const because = 'death revoked'
  await closeLoops(tx, {
    kinds,
    subject: { personOf: memberId, exceptAppointment: 0 },
    because,
    at,
  })
  // What arrived meanwhile has to be reviewed, chosen or not.
  await openAnyLoops(
    tx,
    deps,
    (await listUnreleased(tx, deps, memberId)).map(({ state, ...result }) => ({
      ...result,
      kind: TASK_OF[state],
      openedAt: at,
    })),
  )
}

const TASK_OF = {
  review: 'result_to_review',
  second: 'second_review',
  ready: 'review_to_release',
  'ring first': 'review_to_release',
} as const

async function startAgain(
  tx: Tx,
  deps: Pick<ActDeps, 'fieldKeys'>,
  { kind, id }: StoppedItem,
  { memberId, now }: { memberId: number; now: Date },
): Promise<void> {
  if (id === null) return
  if (kind === 'notice of a result') await insertUnannounced(tx, id)
  if (kind === 'task') {
    const careLoop = await findLoop(tx, deps, id)
    if (!careLoop) return
    const { kind: task, appointmentId, labResultId, resultId, openedAt, pace } = careLoop
    const about = { memberId: careLoop.memberId, appointmentId, labResultId, resultId }
    await openAnyLoops(tx, deps, [{ kind: task, ...about, openedAt, pace }])
  }
  if (kind === 'letter') {
    const letter = await findStoppedLetter(tx, id)
    if (!letter) return
    const { resultId, recipient, surgery, surgeryIndex } = letter
    const copy = (await lastCopy(tx, { resultId, recipient })) + 1
    const again = { resultId, memberId, recipient, copy, surgery, surgeryIndex }
    await insertLetter(tx, { ...again, waitingSince: now })
  }
}
