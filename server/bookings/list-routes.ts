import * as z from 'zod/mini'
import { AppointmentSchema, ErrorSchema, PastAppointmentSchema } from '../../domain/contract.ts'
import type { App, Deps } from '../deps.ts'
import { findOpenFreeRepeat } from '../facts/free-repeats.queries.ts'
import { hasOpenRepeat } from '../facts/not-sampled.queries.ts'
import { findReleasedResults } from '../facts/results.queries.ts'
import { signedInMember } from '../members/signed-in-member.ts'
import { readKey, startAndIdIn, writeKey } from '../platform/http/list.ts'
import { Refused } from '../platform/http/refused.ts'
import { needsSession } from '../platform/http/session.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { toAppointment, toPastAppointment } from './appointment.ts'
import { listPast, listUpcoming } from './appointments.queries.ts'

export function listRoutes(app: App, deps: Deps): void {
  const onRequest = needsSession(deps)

  app.get(
    '/api/appointments/upcoming-appointments/user/:id',
    {
      onRequest,
      schema: {
        params: IdInPath,
        response: {
          200: z.object({
            appointments: z.array(AppointmentSchema),
            free_repeat: z.optional(z.literal(true)),
          }),
          '4xx': ErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const member = await signedInMember(deps, request)
      if (publicId(request.params.id) !== member.id) throw new Refused('not_found')
      const { db } = deps.database
      const params = { memberId: member.id, now: deps.now() }
      const booked = await listUpcoming(db, params)
      const hasFreeRepeat =
        (await findOpenFreeRepeat(db, params)) !== null ||
        (await hasOpenRepeat(db, params.memberId))
      const appointments = booked.map((one) => toAppointment(one, member.email))
      return reply.send({ appointments, ...(hasFreeRepeat && { free_repeat: true as const }) })
    },
  )

  app.get(
    '/api/appointments/past-appointments/user/:id',
    {
      onRequest,
      schema: {
        params: IdInPath,
        querystring: z.object({ after: z.optional(z.string().check(z.maxLength(100))) }),
        response: {
          200: z.object({
            appointments: z.array(PastAppointmentSchema),
            /** The `after` of the next page; missing on the last one. */
            next: z.optional(z.string()),
          }),
          '4xx': ErrorSchema,
        },
      },
    },
    async (request, reply) => {
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
    },
  )
}
