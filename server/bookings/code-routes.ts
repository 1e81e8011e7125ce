import { appointmentCodeOf } from '../../domain/appointment-code.ts'
import type { App, Deps } from '../deps.ts'
import { signedInMember } from '../members/signed-in-member.ts'
import { Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { qrPng } from '../platform/qr-png.ts'
import { findReference } from './appointments.queries.ts'

/** The QR code that a member shows at the door, as a picture. */
export function codeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/appointments/:id/code.png', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const id = publicId(request.params.id)
    const reference = await findReference(deps.database.db, { id, memberId: member.id })
    if (reference === null) throw new Refused('not_found')
    return reply.type('image/png').send(qrPng(appointmentCodeOf(reference)))
  })
}
