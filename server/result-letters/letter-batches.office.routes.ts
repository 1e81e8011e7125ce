import { ErrorSchema } from '../../domain/contract.ts'
import { ListQuerySchema, listOf } from '../../domain/office/contract.ts'
import {
  BatchStepSchema,
  LetterBatchSchema,
  NewBatchSchema,
} from '../../domain/office/result-letters.ts'
import type { App, Deps } from '../deps.ts'
import { idIn, sendList } from '../http/list.ts'
import { Refused } from '../http/refused.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { logExport } from '../staff/exports.ts'
import { permitted, staffOf } from '../staff/guard.ts'
import { sendPdf } from '../tubes/send-file.ts'
import { drawBatch, drawBatchCover } from './draw-batch.ts'
import { countBatches, listBatches } from './letter-batches.queries.ts'
import { makeBatch, recordBatchStep } from './make-batch.ts'

export function letterBatchRoutes(app: App, deps: Deps): void {
  const { db } = deps.database
  const guard = permitted(deps, 'letters.print')
  const errors = { '4xx': ErrorSchema }

  app.get(
    '/api/office/letter-batches',
    {
      ...guard,
      schema: { querystring: ListQuerySchema, response: { 200: listOf(LetterBatchSchema) } },
    },
    (request, reply) =>
      sendList(request, reply, {
        name: 'letter-batches',
        load: async ({ after, limit }) => ({
          rows: (await listBatches(db, { after: idIn(after), limit })).map(toBatch),
          total: await countBatches(db),
        }),
        keyOf: ({ id }) => [id],
        exported: (rows) => logExport(deps, request, { list: 'letter batches', rows }),
      }),
  )

  app.post(
    '/api/office/letter-batches',
    {
      ...guard,
      schema: { body: NewBatchSchema, response: { 201: LetterBatchSchema, ...errors } },
    },
    async (request, reply) => {
      const id = await makeBatch(deps, request.body, staffOf(request))
      return reply.code(201).send(await readBatch(id))
    },
  )

  app.get(
    '/api/office/letter-batches/:id',
    { ...guard, schema: { params: IdInPath, response: { 200: LetterBatchSchema, ...errors } } },
    (request) => readBatch(publicId(request.params.id)),
  )

  app.put(
    '/api/office/letter-batches/:id',
    {
      ...guard,
      schema: {
        params: IdInPath,
        body: BatchStepSchema,
        response: { 200: LetterBatchSchema, ...errors },
      },
    },
    async (request) => {
      const batchId = publicId(request.params.id)
      await recordBatchStep(deps, { ...request.body, batchId }, staffOf(request))
      return readBatch(batchId)
    },
  )

  // A drawing is written to the access log, so it is no GET.
  app.post(
    '/api/office/letter-batches/:id/letters',
    { ...guard, schema: { params: IdInPath, response: errors } },
    async (request, reply) => {
      const batchId = publicId(request.params.id)
      const pdf = await drawBatch(deps, { batchId, staff: staffOf(request) })
      return sendPdf(reply, pdf, `letters-${batchId}`)
    },
  )

  app.post(
    '/api/office/letter-batches/:id/cover-list',
    { ...guard, schema: { params: IdInPath, response: errors } },
    async (request, reply) => {
      const batchId = publicId(request.params.id)
      const pdf = await drawBatchCover(deps, { batchId, staff: staffOf(request) })
      return sendPdf(reply, pdf, `cover-list-${batchId}`)
    },
  )

  async function readBatch(only: number) {
    const [row] = await listBatches(db, { only })
    if (!row) throw new Refused('not_found')
    return toBatch(row)
  }
}

function toBatch(row: Awaited<ReturnType<typeof listBatches>>[number]) {
  return {
    id: row.id,
    reason: row.reason,
    made_by: row.madeBy,
    made_at: row.madeAt.toISOString(),
    letters: row.letters,
    stopped: row.stopped,
    printed_at: row.printedAt?.toISOString() ?? null,
    posted_at: row.postedAt?.toISOString() ?? null,
  }
}
