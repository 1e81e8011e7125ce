import {
  isToCollect,
  LETTER_TABS,
  type LetterState,
  letterAddress,
  type ResultLetter,
  TO_COLLECT,
} from '../../../domain/office/result-letters.ts'
import type { App, Deps } from '../../deps.ts'
import { listSharingConsents, type SharingConsent } from '../../facts/gp-letters.queries.ts'
import { listPersonStates } from '../../facts/person-state.queries.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { idIn } from '../../platform/http/list.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { enterSurgery, readSurgery } from './enter-surgery.ts'
import { nameOf } from './letter-content.ts'
import { recordCollection, recordReturn } from './letter-outcomes.ts'
import { countLetters, type LetterRow, listLetters } from './letters.queries.ts'
import { readLetterPerson } from './read-letter.ts'
import { searchLetters } from './search-letters.ts'
import { namedIn, sentTo, surgeryAddress, surgeryOf } from './surgery.ts'

export function resultLetterRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/letters', (request) => ({
    name: 'letters',
    load: async ({ after, limit }) => {
      const state = LETTER_TABS.find((known) => known === request.query.tab) ?? 'waiting'
      const matches = await searchLetters(db, deps, request.query.q ?? '')
      const rows = await listLetters(db, { state, after: idIn(after), limit, matches })
      const counted = await countLetters(db, matches)
      const tabs = Object.fromEntries(LETTER_TABS.map((tab) => [tab, counted.get(tab) ?? 0]))
      const memberIds = rows.map(({ memberId }) => memberId)
      const access = { what: 'member', reason: 'result', at: deps.now() } as const
      await insertStaffAccesses(db, { staff: staffOf(request), memberIds, ...access })
      const persons = await listPersonStates(db, { memberIds, now: deps.now() })
      const toGps = rows.filter(({ recipient }) => recipient === 'gp')
      const resultIds = toGps.map(({ resultId }) => resultId)
      const consents = new Map(
        (await listSharingConsents(db, resultIds)).map((one) => [one.resultId, one]),
      )
      const letters = rows.map((row) => {
        const person = persons.get(row.memberId)
        if (!person) throw new Error(`member ${row.memberId} is not there`)
        return { ...toLetter(deps, row, consents.get(row.resultId)), person }
      })
      return { rows: letters, total: tabs[state] ?? 0, tabs }
    },
    keyOf: ({ id }) => [id],
  }))

  serve(app, 'GET /api/office/letters/:id', (request) =>
    readLetterPerson(deps, { id: publicId(request.params.id), by: staffOf(request) }),
  )

  serve(app, 'PUT /api/office/letters/:id/return', async (request) => {
    const id = publicId(request.params.id)
    await recordReturn(deps, { ...request.body, id }, staffOf(request))
    return null
  })

  serve(app, 'PUT /api/office/letters/:id/collection', async (request) => {
    const id = publicId(request.params.id)
    await recordCollection(deps, { ...request.body, id }, staffOf(request))
    return null
  })

  serve(app, 'GET /api/office/letters/:id/surgery', (request) =>
    readSurgery(deps, { id: publicId(request.params.id), by: staffOf(request) }),
  )

  serve(app, 'PUT /api/office/letters/:id/surgery', async (request) => {
    const id = publicId(request.params.id)
    await enterSurgery(deps, { ...request.body, id, by: staffOf(request) })
    return null
  })
}

const HELD_IN: readonly LetterState[] = ['waiting', 'printed', 'to_collect']

function toLetter(
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  row: LetterRow,
  consent: SharingConsent | undefined,
): Omit<ResultLetter, 'person'> {
  const isToGp = row.recipient === 'gp'
  const isKept = isToCollect(row) || row.state === 'to_collect' || row.state === 'collected'
  const isSent = row.state === 'posted' || row.state === 'returned'
  const entered = isSent ? sentTo(fieldKeys, row) : surgeryOf(fieldKeys, row, consent)
  const named = entered ?? (consent && namedIn(fieldKeys, consent))
  const to = isToGp
    ? entered && surgeryAddress(entered)
    : isKept
      ? [nameOf(row), TO_COLLECT]
      : letterAddress({ ...row, name: nameOf(row) })
  return {
    id: row.id,
    state: row.state,
    recipient: row.recipient,
    copy: row.copy,
    member_id: row.memberId,
    name: nameOf(row),
    surgery: isToGp ? (named?.name ?? null) : null,
    address: to?.slice(1) ?? null,
    is_large_print: !isToGp && row.supportNeeds.includes('large print'),
    batch_id: row.batchId,
    waiting_since: row.waitingSince.toISOString(),
    posted_at: row.postedAt?.toISOString() ?? null,
    returned_on: row.returnedOn,
    return_reason: row.returnReason,
    is_to_collect: isKept,
    collected:
      row.collectedAt && row.handedOverBy && row.identityProof
        ? { at: row.collectedAt.toISOString(), by: row.handedOverBy, proof: row.identityProof }
        : null,
    is_held: row.isHeld && HELD_IN.includes(row.state),
  }
}
