import { nameInList } from '../../domain/latin-names.ts'
import { moneyOf, toAskPence } from '../../domain/money-of.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { App, Deps } from '../deps.ts'
import { findEventRecord } from '../events/office.queries.ts'
import { nameIn } from '../members/latin-columns.ts'
import { openSupportNote } from '../members/support-note.ts'
import { Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { logExport } from '../staff/exports.ts'
import { listForPaper } from './printed-list.queries.ts'

/** The list for the door, without anything that the door does not need. Audited, as it leaves the office. */
export function printedListOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serve(app, 'GET /api/office/events/:id/printed-list', async (request) => {
    const eventId = publicId(request.params.id)
    if (!(await findEventRecord(db, eventId))) throw new Refused('not_found')
    const rows = await listForPaper(db, eventId)
    await logExport(deps, request, {
      list: `printed list of event ${eventId}`,
      rows: rows.length,
    })
    return {
      data: rows.map((row) => ({
        appointment_id: row.appointmentId,
        reference: row.reference,
        date: ukDate(row.startsAt),
        time: ukTime(row.startsAt),
        name: nameInList(nameIn(row)),
        date_of_birth: row.dateOfBirth,
        to_pay: toAskPence(moneyOf(row.records)),
        support_needs: row.supportNeeds,
        support_note: openSupportNote(deps.fieldKeys, row),
      })),
    }
  })
}
