import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Deps } from '../../deps.ts'
import { sendError, sendErrorPage } from '../../platform/http/error-handler.ts'
import { readPlainForms, wantsPage } from '../../platform/http/public-form.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { optInRoutes } from './double-opt-in.ts'
import { NEWSLETTER } from './opt-in.ts'
import { requestSubscription } from './request-subscription.ts'

export function newsletterRoutes(app: App, deps: Deps): void {
  app.register(async (forms: App) => {
    readPlainForms(forms)
    forms.setErrorHandler(sendSubscriptionError)
    serve(
      forms,
      'POST /api/subscriptions',
      {
        calledBy: 'form',
        preValidation: async (request) => {
          const sent = Object(request.body)
          if (sent.hear_about_event === 'true') sent.hear_about_event = true
        },
      },
      async (request, reply) => {
        await requestSubscription(deps, { params: request.body, address: request.ip })
        if (wantsPage(request)) return redirectToStep(reply, 'sent')
        return reply.send({ status: 'success' } as const)
      },
    )
  })

  app.register(async (links: App) => {
    readPlainForms(links)
    links.setErrorHandler(sendErrorPage)
    optInRoutes(links, deps, NEWSLETTER)
  })
}

function redirectToStep(reply: FastifyReply, step: string) {
  return reply.redirect(`/newsletter/${step}`, 303)
}

function sendSubscriptionError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const isInput = error instanceof Refused && error.status === 400
  if (!wantsPage(request)) return sendError(error, request, reply)
  return isInput ? redirectToStep(reply, 'problem') : sendErrorPage(error, request, reply)
}
