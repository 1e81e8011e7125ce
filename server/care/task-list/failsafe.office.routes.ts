import { ReceiptComparedSchema } from '../../../domain/office/laboratory-receipt.ts'
import type { FailsafeSheet } from '../../../domain/office/loop-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { type Staff, staffOf } from '../../staff/guard.ts'
import { readSheet, recordReceipt, signSheet } from './failsafe-sheet.ts'
import { previewReceipt, recordListed } from './laboratory-receipt.ts'
import { logListed } from './to-loops.ts'

export function failsafeSheetRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/events/:id/failsafe-sheet', (request) =>
    read(publicId(request.params.id), staffOf(request)),
  )

  serve(app, 'POST /api/office/events/:id/failsafe-sheet/signature', async (request) => {
    const eventId = publicId(request.params.id)
    const explanation = request.body?.explanation || null
    await signSheet(deps, { eventId, explanation }, staffOf(request))
    return read(eventId, staffOf(request))
  })

  serve(app, 'POST /api/office/events/:id/failsafe-sheet/receipt', async (request) => {
    const eventId = publicId(request.params.id)
    await recordReceipt(deps, eventId, staffOf(request))
    return read(eventId, staffOf(request))
  })

  serve(app, 'POST /api/office/events/:id/laboratory-receipt', async (request) => {
    const eventId = publicId(request.params.id)
    const { body } = request
    if (body.dry_run) return previewReceipt(deps, { eventId, text: body.text })
    const { text, shown } = body
    const by = staffOf(request)
    const call = { request, caller: by.userId, shape: ReceiptComparedSchema }
    return withIdempotencyKey(deps, call, (saveResponse) =>
      recordListed(deps, { eventId, text, shown, saveResponse }, by),
    )
  })

  /** That its people were listed is in the access log. */
  function read(eventId: number, staff: Staff): Promise<FailsafeSheet> {
    return deps.database.transaction(async (tx) => {
      const sheet = await readSheet(tx, deps, { eventId, reader: staff })
      const memberIds = Object.values(sheet.people).flatMap((people) =>
        people.map(({ member_id: id }) => id),
      )
      await logListed(tx, { memberIds, staff, at: deps.now() })
      return sheet
    })
  }
}
