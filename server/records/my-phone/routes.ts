import { ErrorSchema } from '../../../domain/contract.ts'
import { MyPhoneSchema, NumberCodeSchema } from '../../../domain/my-phone.ts'
import type { App, Deps } from '../../deps.ts'
import { needsProvenOwner } from '../../platform/http/proven-owner.ts'
import { sessionOf } from '../../platform/http/session.ts'
import { confirmNumber, readMyPhone, sendNumberCode } from './confirm-number.ts'

const response = { 200: MyPhoneSchema, '4xx': ErrorSchema }

/** How a member confirms the number that text messages go to. */
export function myPhoneRoutes(app: App, deps: Deps): void {
  const onRequest = needsProvenOwner(deps)

  app.get('/api/my-phone', { onRequest, schema: { response } }, async (request, reply) => {
    const { userId } = sessionOf(request)
    return reply.send(await readMyPhone(deps, userId))
  })

  app.post('/api/my-phone/codes', { onRequest, schema: { response } }, async (request, reply) => {
    const { userId } = sessionOf(request)
    const sent = await sendNumberCode(deps, { userId, address: request.ip })
    deps.jobs.kick(['sms'])
    return reply.send(sent)
  })

  app.post(
    '/api/my-phone/confirmations',
    { onRequest, schema: { body: NumberCodeSchema, response } },
    async (request, reply) => {
      const { userId } = sessionOf(request)
      const confirmed = await confirmNumber(deps, { userId, code: request.body.code })
      return reply.send(confirmed)
    },
  )
}
