import type * as z from 'zod/mini'
import { appointmentScript, callScript } from '../../../domain/office/call-script.ts'
import { isCallToLaboratory } from '../../../domain/office/calls.ts'
import { storedKindsOf } from '../../../domain/office/care-loops.ts'
import {
  LOOP_TABS,
  type LoopDetail,
  type LoopQuerySchema,
} from '../../../domain/office/loop-schemas.ts'
import { STAGE_KINDS } from '../../../domain/office/sheet-stages.ts'
import type { App, Deps } from '../../deps.ts'
import { findPersonState } from '../../facts/person-state.queries.ts'
import { searchMembers } from '../../members/search.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Key } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { searchResults } from '../../results/search-results.ts'
import { type Staff, staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { toReals } from '../../tasks/sealed-loops.ts'
import {
  findAppointmentCall,
  findCallFacts,
  findLaboratoryToCall,
  isAppointmentKind,
} from './call-script.queries.ts'
import { closeByPerson, recordCall, releaseCall, takeCall } from './close-by-person.ts'
import { listAnswersAbout } from './follow-up.queries.ts'
import { readLoopResult } from './loop-result.ts'
import { takeNextCall } from './next-call.ts'
import { openSaid } from './sealed-follow-up.ts'
import { logAccess, toLoops } from './to-loops.ts'
import {
  countWork,
  listWork,
  readVeiled,
  type TypedSearch,
  type WorkKey,
  type WorkRow,
  type WorkSearch,
} from './work-list.queries.ts'

export function careLoopRoutes(app: App, deps: Deps): void {
  serveList(app, deps, 'GET /api/office/loops', (request) => {
    const staff = staffOf(request)
    const now = deps.now()
    const tab = LOOP_TABS.find((known) => known === request.query.tab) ?? 'open'
    const keys = new Map<number, Key>()
    return {
      name: 'tasks',
      load: async ({ after, limit }) =>
        deps.database.transaction(async (tx) => {
          const search = await narrowWork(tx, deps, { staff, query: request.query })
          const known = await readVeiled(tx, deps, { staff, now })
          const stored = await listWork(tx, {
            staff,
            known,
            which: { tab },
            now,
            search,
            after: keyIn(after),
            limit,
          })
          for (const row of stored)
            keys.set(row.id, [row.isNotYet, row.order, row.due.getTime(), row.id])
          const rows = toReals(deps.fieldKeys, stored)
          const tabs = await countWork(tx, { staff, now, known, search })
          await logAccess(tx, { rows, staff, at: now })
          return { rows: await toLoops(tx, rows, { staff, now }), total: tabs[tab], tabs }
        }),
      keyOf: ({ id }) => keys.get(id) ?? [],
    }
  })

  serve(app, 'GET /api/office/loops/:id', (request) =>
    deps.database.transaction(async (tx) => {
      const staff = staffOf(request)
      const which = { id: publicId(request.params.id) }
      const now = deps.now()
      const known = await readVeiled(tx, deps, { staff, now })
      const stored = await listWork(tx, { staff, which, known, now })
      const rows = toReals(deps.fieldKeys, stored)
      const [row] = rows
      const [careLoop] = await toLoops(tx, rows, { staff, now })
      if (!row || !careLoop) throw new Refused('not_found')
      await logAccess(tx, { rows, staff, at: now })
      const person = await findPersonState(tx, { memberId: row.memberId, now })
      if (!person) throw new Refused('not_found')
      const result = await readLoopResult(tx, deps, { careLoop: row, staff })
      const answers = await readAnswers(tx, deps, row)
      const script = await readScript(tx, row)
      const laboratory = await readLaboratory(tx, row)
      const { dateOfBirth: date_of_birth } = row
      return { ...careLoop, person, answers, result, date_of_birth, laboratory, script }
    }),
  )

  serve(app, 'POST /api/office/loops/:id/close', async (request, reply) => {
    const id = publicId(request.params.id)
    await closeByPerson(deps, { ...request.body, id }, staffOf(request))
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/loops/:id/calls', async (request, reply) => {
    const id = publicId(request.params.id)
    await recordCall(deps, { ...request.body, id }, staffOf(request))
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/loops/next-call', async (request) => ({
    id: await takeNextCall(deps, request.body, staffOf(request)),
  }))

  serve(app, 'POST /api/office/loops/:id/caller', async (request, reply) => {
    await takeCall(deps, publicId(request.params.id), staffOf(request))
    return reply.code(204).send(null)
  })

  serve(app, 'DELETE /api/office/loops/:id/caller', async (request, reply) => {
    await releaseCall(deps, publicId(request.params.id), staffOf(request))
    return reply.code(204).send(null)
  })
}

async function readLaboratory(
  tx: Tx,
  { id, kind, eventId }: WorkRow,
): Promise<LoopDetail['laboratory']> {
  if (!isCallToLaboratory(kind) || eventId === null) return null
  return await findLaboratoryToCall(tx, { loopId: id, eventId })
}

async function readScript(tx: Tx, { id, kind }: Pick<WorkRow, 'id' | 'kind'>): Promise<string[]> {
  if (isAppointmentKind(kind)) {
    const call = await findAppointmentCall(tx, { loopId: id, kind })
    return call ? appointmentScript(call) : []
  }
  const facts = kind === 'not_told' ? await findCallFacts(tx, id) : null
  return facts ? callScript(facts) : []
}

async function narrowWork(
  tx: Tx,
  deps: Deps,
  {
    staff,
    query: { q = '', event, stage },
  }: { staff: Staff; query: z.infer<typeof LoopQuerySchema> },
): Promise<WorkSearch | null> {
  const typed = await searchWork(tx, deps, { staff, typed: q })
  if (!typed && event === undefined && stage === undefined) return null
  return {
    typed,
    eventId: event === undefined ? null : Number(event),
    kinds: stage === undefined ? null : STAGE_KINDS[stage].flatMap(storedKindsOf),
  }
}

/** Clinicians find a task by the laboratory's number and the tube too; null without a search. */
async function searchWork(
  tx: Tx,
  deps: Deps,
  { staff, typed }: { staff: Staff; typed: string },
): Promise<TypedSearch | null> {
  if (typed.trim() === '') return null
  const members = await searchMembers(tx, typed)
  const isClinician = staff.roles.includes('clinician')
  const ids = isClinician ? await searchResults(tx, deps, typed) : null
  return { matches: members?.matches ?? null, labResultIds: ids ?? [] }
}

/** Throws Refused invalid_request for a key of another list. */
function keyIn(after: Key | null): WorkKey | null {
  if (!after) return null
  const [notYet, urgency, due, id] = after.map(Number)
  const at = new Date(due ?? Number.NaN)
  if (![notYet, urgency, id].every(Number.isSafeInteger) || Number.isNaN(at.getTime()))
    throw new Refused('invalid_request')
  return [notYet ?? 0, urgency ?? 0, at, id ?? 0]
}

/** To those alone who are shown the loop of a GP: clinicians. */
async function readAnswers(
  tx: Tx,
  { fieldKeys }: Deps,
  { kind, resultId }: WorkRow,
): Promise<LoopDetail['answers']> {
  if (resultId === null || (kind !== 'gp_told' && kind !== 'gp_outcome')) return []
  return (await listAnswersAbout(tx, resultId)).map((row) => ({
    round: row.round,
    ...openSaid(fieldKeys, row),
    answered_at: row.answeredAt.toISOString(),
  }))
}
