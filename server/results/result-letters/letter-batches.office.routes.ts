import type { App, Deps } from '../../deps.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { idIn } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { sendPdf } from '../../platform/http/send-file.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { type Staff, staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { drawBatch, drawBatchCover, drawBatchLabels } from './draw-batch.ts'
import { countBatches, listBatches, listToTakeOut } from './letter-batches.queries.ts'
import { nameOf } from './letter-content.ts'
import { makeBatch, recordBatchStep } from './make-batch.ts'

export function letterBatchRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/letter-batches', () => ({
    name: 'letter batches',
    load: async ({ after, limit }) => ({
      rows: (await listBatches(db, { after: idIn(after), limit, now: deps.now() })).map(toBatch),
      total: await countBatches(db),
    }),
    keyOf: ({ id }) => [id],
  }))

  serve(app, 'POST /api/office/letter-batches', async (request, reply) => {
    const id = await makeBatch(deps, request.body, staffOf(request))
    return reply.code(201).send(await readBatch(id, staffOf(request)))
  })

  serve(app, 'GET /api/office/letter-batches/:id', (request) =>
    readBatch(publicId(request.params.id), staffOf(request)),
  )

  serve(app, 'PUT /api/office/letter-batches/:id', async (request) => {
    const batchId = publicId(request.params.id)
    await recordBatchStep(deps, { ...request.body, batchId }, staffOf(request))
    return readBatch(batchId, staffOf(request))
  })

  // A drawing is written to the access log, so it is no GET.
  serve(app, 'POST /api/office/letter-batches/:id/letters', async (request, reply) => {
    const batchId = publicId(request.params.id)
    const pdf = await drawBatch(deps, { batchId, staff: staffOf(request) })
    return sendPdf(reply, pdf, `letters-${batchId}`)
  })

  serve(app, 'POST /api/office/letter-batches/:id/cover-list', async (request, reply) => {
    const batchId = publicId(request.params.id)
    const pdf = await drawBatchCover(deps, { batchId, staff: staffOf(request) })
    return sendPdf(reply, pdf, `cover-list-${batchId}`)
  })

  serve(app, 'POST /api/office/letter-batches/:id/address-labels', async (request, reply) => {
    const batchId = publicId(request.params.id)
    const pdf = await drawBatchLabels(deps, { batchId, staff: staffOf(request) })
    return sendPdf(reply, pdf, `address-labels-${batchId}`)
  })

  async function readBatch(batchId: number, staff: Staff) {
    const now = deps.now()
    const [row] = await listBatches(db, { only: batchId, now })
    if (!row) throw new Refused('not_found')
    const out = await listToTakeOut(db, { batchId, now })
    const memberIds = out.map(({ memberId }) => memberId)
    await insertStaffAccesses(db, { staff, memberIds, what: 'member', reason: 'result', at: now })
    const takeOut = out.map(({ id, recipient, ...member }) => ({
      id,
      recipient,
      name: nameOf(member),
    }))
    return { ...toBatch(row), take_out: takeOut }
  }
}

function toBatch(row: Awaited<ReturnType<typeof listBatches>>[number]) {
  return {
    id: row.id,
    reason: row.reason,
    made_by: row.madeBy,
    made_at: row.madeAt.toISOString(),
    letters: row.letters,
    to_collect: row.toCollect,
    stopped: row.stopped,
    printed_at: row.printedAt?.toISOString() ?? null,
    posted_at: row.postedAt?.toISOString() ?? null,
  }
}
