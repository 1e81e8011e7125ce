import * as z from 'zod/mini'
import { appointmentCodeOf } from '../../domain/appointment-code.ts'
import { ErrorSchema } from '../../domain/contract.ts'
import type { App, Deps } from '../deps.ts'
import { signedInMember } from '../members/signed-in-member.ts'
import { Refused } from '../platform/http/refused.ts'
import { needsSession } from '../platform/http/session.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { qrPng } from '../platform/qr-png.ts'
import { findReference } from './appointments.queries.ts'

/** The QR code that a member shows at the door, as a picture. */
export function codeRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/appointments/:id/code.png',
    {
      onRequest: needsSession(deps),
      schema: { params: IdInPath, response: { 200: z.any(), '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const member = await signedInMember(deps, request)
      const id = publicId(request.params.id)
      const reference = await findReference(deps.database.db, { id, memberId: member.id })
      if (reference === null) throw new Refused('not_found')
      return reply.type('image/png').send(qrPng(appointmentCodeOf(reference)))
    },
  )
}
