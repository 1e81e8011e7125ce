import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { type NearAlertStep, readMiles, USUAL_MILES } from '../../../domain/near-alerts.ts'
import type { App, Deps } from '../../deps.ts'
import { sendErrorPage } from '../../platform/http/error-handler.ts'
import { readPlainForms } from '../../platform/http/public-form.ts'
import { optInRoutes } from '../newsletter/double-opt-in.ts'
import { NEAR_ALERT } from './opt-in.ts'
import { type FieldInError, requestNearAlert } from './request-near-alert.ts'

const sent = (most: number) => z._default(z.string().check(z.maxLength(most)), '')
const FormSchema = z.object({ email: sent(254), location: sent(80), miles: sent(3) })

export function nearAlertRoutes(app: App, deps: Deps): void {
  app.register(async (forms: App) => {
    readPlainForms(forms)
    forms.setErrorHandler(sendErrorPage)

    forms.post(
      '/tell-me',
      { config: { calledBy: 'form' }, schema: { hide: true, body: FormSchema } },
      async ({ body, ip: address }, reply) => {
        const { email, location } = body
        const miles = readMiles(body.miles) ?? USUAL_MILES
        const params = { email, location, miles }
        const errors = await requestNearAlert(deps, { params, address })
        if (errors.length === 0) return redirectToStep(reply, 'sent')
        return reply.redirect(formAgain({ location, miles, errors }), 303)
      },
    )
    optInRoutes(forms, deps, NEAR_ALERT)
  })
}

function redirectToStep(reply: FastifyReply, step: NearAlertStep) {
  return reply.redirect(`/tell-me/${step}`, 303)
}

/** Without the e-mail address, which belongs in no address bar. */
function formAgain(of: { location: string; miles: number; errors: FieldInError[] }): string {
  const { location, miles, errors } = of
  const query = new URLSearchParams({ location, miles: String(miles), problem: errors.join() })
  return `/tell-me?${query}`
}
