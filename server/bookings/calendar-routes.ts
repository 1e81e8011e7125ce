import type { App, Deps } from '../deps.ts'
import { signedInMember } from '../members/signed-in-member.ts'
import { calendarFile } from '../messages/mails/calendar-file.ts'
import { Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { findAppointment } from './appointments.queries.ts'

/** A cancelled appointment removes itself from the calendar. */
export function calendarRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/appointments/:id/calendar.ics', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const id = publicId(request.params.id)
    const booked = await findAppointment(deps.database.db, { id, memberId: member.id })
    if (!booked) throw new Refused('not_found')
    const { publicUrl } = deps.settings
    const file = calendarFile(booked, { publicUrl, title: request.query.title })
    return reply
      .header('content-disposition', 'attachment; filename="appointment.ics"')
      .type('text/calendar; charset=utf-8')
      .send(file)
  })
}
