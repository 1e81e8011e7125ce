import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { sessionOf } from '../../platform/http/session.ts'
import { confirmNumber, readMyPhone, sendNumberCode } from './confirm-number.ts'

/** How a member confirms the number that text messages go to. */
export function myPhoneRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/my-phone', async (request, reply) => {
    const { userId } = sessionOf(request)
    return reply.send(await readMyPhone(deps, userId))
  })

  serve(app, 'POST /api/my-phone/codes', async (request, reply) => {
    const { userId } = sessionOf(request)
    const sent = await sendNumberCode(deps, { userId, address: request.ip })
    deps.jobs.kick(['sms'])
    return reply.send(sent)
  })

  serve(app, 'POST /api/my-phone/confirmations', async (request, reply) => {
    const { userId } = sessionOf(request)
    const confirmed = await confirmNumber(deps, { userId, code: request.body.code })
    return reply.send(confirmed)
  })
}
