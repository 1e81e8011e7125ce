import { whyDuplicates } from '../../../domain/office/duplicates.ts'
import type { DuplicatesRow } from '../../../domain/office/merge-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import type { Key } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { decideNotTheSame, reopenDuplicates } from './decide-duplicates.ts'
import {
  countDuplicates,
  type Double,
  type ListedPair,
  listDuplicates,
} from './duplicates.queries.ts'

export function doublesOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/doubles', (request) => {
    const tab = request.query.tab === 'decided' ? 'decided' : 'open'
    return {
      name: 'doubles',
      load: async ({ after, limit }) => {
        const [rows, tabs] = await Promise.all([
          listDuplicates(db, { tab, after: pairIn(after), limit }),
          countDuplicates(db),
        ])
        return { rows: rows.map(toRow), tabs, total: tabs[tab] }
      },
      keyOf: ({ one, other }) => [one.id, other.id],
    }
  })

  serve(app, 'POST /api/office/doubles/:one/:other/not-the-same', async (request, reply) => {
    const pair = pairOf(request.params)
    await decideNotTheSame(deps, { pair, ...request.body, staff: staffOf(request) })
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/doubles/:one/:other/reopening', async (request, reply) => {
    await reopenDuplicates(deps, { pair: pairOf(request.params), staff: staffOf(request) })
    return reply.code(204).send(null)
  })
}

/** The older record first, as in the list. */
function pairOf({ one, other }: { one: string; other: string }) {
  const ids = [publicId(one), publicId(other)]
  return { oneId: Math.min(...ids), otherId: Math.max(...ids) }
}

/** Throws Refused invalid_request for any other key. */
function pairIn(after: Key | null): { one: number; other: number } | null {
  if (!after) return null
  const [one, other] = after
  if (!Number.isSafeInteger(one) || !Number.isSafeInteger(other))
    throw new Refused('invalid_request')
  return { one: Number(one), other: Number(other) }
}

function toRow({ one, other, decided }: ListedPair): DuplicatesRow {
  const person = ({ number, ...rest }: Double) => ({ ...rest, nhs_number: number })
  const { number: _, ...first } = one
  const { number: __, ...second } = other
  return { one: first, other: second, same: whyDuplicates(person(one), person(other)), decided }
}
