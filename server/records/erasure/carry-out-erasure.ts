import { toError } from '../../../auth/to-error.ts'
import { releasePlaces } from '../../bookings/places.queries.ts'
import { leaveAllLists } from '../../bookings/waiting-list/leave-list.ts'
import { deleteFollowUpLinks } from '../../care/contact-stops/stops.queries.ts'
import type { Deps } from '../../deps.ts'
import { sealKeptIdentity } from '../../members/kept-identity.ts'
import { identityOf, toUserProfile } from '../../members/user-profile.ts'
import { deleteMailsTo } from '../../messages/mail-jobs/mails-to.ts'
import { erasureDone } from '../../messages/mails/erasure-done.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { OnError } from '../../platform/for-each-safely.ts'
import { openBatches, resealBatches } from '../hash-chain/reseal.ts'
import {
  type ApprovedErasure,
  eraseMember,
  hasRecords,
  keepIdentity,
  listApprovedErasures,
  listChainedRows,
  lockApprovedErasure,
  lockMemberRow,
  markAccountGone,
} from './carry-out.queries.ts'
import { discardUnreleased } from './under-way.queries.ts'

type CarryOutDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'settings' | 'cache' | 'fieldKeys' | 'auth' | 'site'
>

/** Carries out every approved request. Each step can be repeated, so the next run goes on. */
export async function carryOutErasures(deps: CarryOutDeps, onError: OnError): Promise<void> {
  for (const id of await listApprovedErasures(deps.database.db)) {
    try {
      await removeAccount(deps, id)
      await eraseData(deps, id)
    } catch (error) {
      onError(toError(error))
    }
  }
}

/** First, so that nobody is signed in while the data goes. */
async function removeAccount(deps: CarryOutDeps, id: number): Promise<void> {
  const { database, auth, now } = deps
  const userId = await database.transaction(async (tx) => {
    const request = await lockApprovedErasure(tx, id)
    if (!request || request.accountGoneAt) return undefined
    return (await lockMemberRow(tx, request.memberId)).userId
  })
  if (userId === undefined) return
  if (userId !== null) await auth.removeAccount(userId)
  await markAccountGone(database.db, id, now())
}

async function eraseData(deps: CarryOutDeps, id: number): Promise<void> {
  await commit({ ...deps, eventIds: 'any' }, async (tx) => {
    const request = await lockApprovedErasure(tx, id)
    if (request?.accountGoneAt) await eraseOnce(tx, deps, { id, request })
  })
}

async function eraseOnce(
  tx: Tx,
  deps: CarryOutDeps,
  { id: requestId, request }: { id: number; request: ApprovedErasure },
): Promise<void> {
  const { memberId, askedAt } = request
  const { fieldKeys } = deps
  const now = deps.now()
  const row = await lockMemberRow(tx, memberId)
  await leaveAllLists(tx, deps, { member: row, now })
  await releasePlaces(tx, memberId)
  await deleteMailsTo(tx, deps, { email: row.email, phone: row.provenPhone ?? '' })
  await discardUnreleased(tx, memberId)
  await deleteFollowUpLinks(tx, fieldKeys, memberId)

  const isKept = await hasRecords(tx, memberId)
  if (isKept) {
    const { nhsNumber } = toUserProfile(row, fieldKeys)
    const sealed = sealKeptIdentity(fieldKeys, { memberId }, identityOf(row, nhsNumber))
    await keepIdentity(tx, { memberId, sealed, keptAt: now })
  }
  const chained = await listChainedRows(tx, row, { hasRecords: isKept })
  const opened = [
    ...(await openBatches(tx, deps, { table: 'audit_log', ids: chained.audit_log })),
    ...(await openBatches(tx, deps, { table: 'identity_changes', ids: chained.identity_changes })),
  ]
  // The address is gone after this statement, and the mail is in the same transaction.
  await deps.jobs.enqueue(tx, 'mail', erasureDone({ member: row, askedAt }))
  const erasureLogId = await eraseMember(tx, { requestId, now })
  await resealBatches(tx, deps, { opened, erasureLogId })
}
