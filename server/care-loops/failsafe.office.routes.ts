import { ErrorSchema } from '../../domain/contract.ts'
import { FailsafeSheetSchema } from '../../domain/office/loop-shapes.ts'
import type { App, Deps } from '../deps.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { permitted, type Staff, staffOf } from '../staff/guard.ts'
import { readSheet, recordReceipt, signSheet } from './failsafe-sheet.ts'

export function failsafeSheetRoutes(app: App, deps: Deps): void {
  const response = { 200: FailsafeSheetSchema, '4xx': ErrorSchema }

  app.get(
    '/api/office/events/:id/failsafe-sheet',
    { ...permitted(deps, 'loops.read'), schema: { params: IdInPath, response } },
    (request) => readSheet(deps.database.db, publicId(request.params.id)),
  )

  change('signature', signSheet)
  change('receipt', recordReceipt)

  function change(
    path: string,
    work: (deps: Deps, eventId: number, by: Staff) => Promise<unknown>,
  ): void {
    app.post(
      `/api/office/events/:id/failsafe-sheet/${path}`,
      { ...permitted(deps, 'loops.close'), schema: { params: IdInPath, response } },
      async (request) => {
        const eventId = publicId(request.params.id)
        await work(deps, eventId, staffOf(request))
        return readSheet(deps.database.db, eventId)
      },
    )
  }
}
