import type { App, Deps } from '../deps.ts'
import { signedInMember } from '../members/signed-in-member.ts'
import { Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { enterGpAppointment } from './enter-gp-appointment.ts'
import { readResult, readResults } from './read-results.ts'

export function resultsRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/medical/results/:id', async (request, reply) => {
    const member = await signedInMember(deps, request)
    if (publicId(request.params.id) !== member.id) throw new Refused('not_found')
    const results = await readResults(deps, { member, address: request.ip })
    return reply.send(results)
  })
  serve(app, 'GET /api/medical/results/:id/:result', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const { id, result } = request.params
    if (publicId(id) !== member.id) throw new Refused('not_found')
    const reader = { member, address: request.ip }
    const data = await readResult(deps, reader, publicId(result))
    return reply.send({ data })
  })
  serve(app, 'PUT /api/medical/results/:id/:result/gp-appointment', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const { id, result } = request.params
    if (publicId(id) !== member.id) throw new Refused('not_found')
    const { day } = request.body
    await enterGpAppointment(deps, { member, resultId: publicId(result), day })
    return reply.send({ status: 'success' as const })
  })
}
