import * as z from 'zod/mini'
import { ErrorSchema } from '../../domain/contract.ts'
import { nameInList } from '../../domain/latin-names.ts'
import { PrintedRowSchema } from '../../domain/office/attendee-shapes.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { App, Deps } from '../deps.ts'
import { findEventRecord } from '../events/office.queries.ts'
import { nameIn } from '../members/latin-columns.ts'
import { openSupportNote } from '../members/support-note.ts'
import { Refused } from '../platform/http/refused.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { logExport } from '../staff/exports.ts'
import { permitted } from '../staff/guard.ts'
import { listForPaper } from './printed-list.queries.ts'

/** The list for the door, without anything that the door does not need. Audited, as it leaves the office. */
export function printedListOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  app.get(
    '/api/office/events/:id/printed-list',
    {
      ...permitted(deps, 'members.read'),
      schema: {
        params: IdInPath,
        response: { 200: z.object({ data: z.array(PrintedRowSchema) }), 404: ErrorSchema },
      },
    },
    async (request) => {
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
          date: ukDate(row.startsAt),
          time: ukTime(row.startsAt),
          name: nameInList(nameIn(row)),
          date_of_birth: row.dateOfBirth,
          support_needs: row.supportNeeds,
          support_note: openSupportNote(deps.fieldKeys, row),
        })),
      }
    },
  )
}
