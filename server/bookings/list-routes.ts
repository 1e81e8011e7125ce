import type { App, Deps } from '../deps.ts'
import { findReleasedResults } from '../facts/results.queries.ts'
import { signedInMember } from '../members/signed-in-member.ts'
import { readKey, startAndIdIn, writeKey } from '../platform/http/list.ts'
import { Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { toAppointment, toPastAppointment } from './appointment.ts'
import { listPast, listUpcoming } from './appointments.queries.ts'
import { hasFreeRepeat } from './has-free-repeat.ts'

export function listRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/appointments/upcoming-appointments/user/:id', async (request, reply) => {
    const member = await signedInMember(deps, request)
    if (publicId(request.params.id) !== member.id) throw new Refused('not_found')
    const { db } = deps.database
    const params = { memberId: member.id, now: deps.now() }
    const booked = await listUpcoming(db, params)
    const isFree = await hasFreeRepeat(db, params)
    const appointments = booked.map((one) => toAppointment(one, member.email))
    return reply.send({ appointments, ...(isFree && { free_repeat: true as const }) })
  })

  serve(app, 'GET /api/appointments/past-appointments/user/:id', async (request, reply) => {
    const { id: memberId, email } = await signedInMember(deps, request)
    if (publicId(request.params.id) !== memberId) throw new Refused('not_found')
    const { db } = deps.database
    const params = { memberId, now: deps.now() }
    const { after } = request.query
    const before = startAndIdIn(after === undefined ? null : readKey(after))
    const { appointments: over, next } = await listPast(db, { ...params, before })
    // Reads which results exist, without unsealing them, so no view is logged.
    const results = await findReleasedResults(db, params)
    const appointments = over.map((one) => toPastAppointment(one, { email, results }))
    return reply.send({
      appointments,
      ...(next && { next: writeKey([next.startsAt.getTime(), next.id]) }),
    })
  })
}
