import { ErrorSchema } from '../../../domain/contract.ts'
import { FailsafeSheetSchema, SheetSignatureSchema } from '../../../domain/office/loop-shapes.ts'
import type { App, Deps } from '../../deps.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { readSheet, recordReceipt, signSheet } from './failsafe-sheet.ts'

export function failsafeSheetRoutes(app: App, deps: Deps): void {
  const response = { 200: FailsafeSheetSchema, '4xx': ErrorSchema }

  app.get(
    '/api/office/events/:id/failsafe-sheet',
    { ...permitted(deps, 'loops.read'), schema: { params: IdInPath, response } },
    (request) => readSheet(deps.database.db, deps, publicId(request.params.id)),
  )

  app.post(
    '/api/office/events/:id/failsafe-sheet/signature',
    {
      ...permitted(deps, 'loops.close'),
      schema: { params: IdInPath, body: SheetSignatureSchema, response },
    },
    async (request) => {
      const eventId = publicId(request.params.id)
      const explanation = request.body?.explanation || null
      await signSheet(deps, { eventId, explanation }, staffOf(request))
      return readSheet(deps.database.db, deps, eventId)
    },
  )

  app.post(
    '/api/office/events/:id/failsafe-sheet/receipt',
    { ...permitted(deps, 'loops.close'), schema: { params: IdInPath, response } },
    async (request) => {
      const eventId = publicId(request.params.id)
      await recordReceipt(deps, eventId, staffOf(request))
      return readSheet(deps.database.db, deps, eventId)
    },
  )
}
