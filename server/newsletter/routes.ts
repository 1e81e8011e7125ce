import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ErrorSchema, SubscriptionSchema } from '../../domain/contract.ts'
import type { App, Deps } from '../deps.ts'
import { sendError, sendErrorPage } from '../http/error-handler.ts'
import { readPlainForms, wantsPage } from '../http/public-form.ts'
import { Refused } from '../http/refused.ts'
import { confirmSubscription, endSubscription } from './follow-link.ts'
import { requestSubscription } from './request-subscription.ts'

export function newsletterRoutes(app: App, deps: Deps): void {
  app.register(async (forms: App) => {
    readPlainForms(forms)
    forms.setErrorHandler(sendSubscriptionError)
    forms.post(
      '/api/subscriptions',
      {
        config: { calledBy: 'form' },
        preValidation: async (request) => {
          const sent = Object(request.body)
          if (sent.hear_about_event === 'true') sent.hear_about_event = true
        },
        schema: {
          body: SubscriptionSchema,
          response: { 200: z.object({ status: z.literal('success') }), '4xx': ErrorSchema },
        },
      },
      async (request, reply) => {
        await requestSubscription(deps, { asked: request.body, address: request.ip })
        if (wantsPage(request)) return redirectToStep(reply, 'sent')
        return reply.send({ status: 'success' } as const)
      },
    )
  })

  // GET changes nothing, because mail scanners open links; the page's button posts.
  app.register(async (links: App) => {
    readPlainForms(links)
    links.setErrorHandler(sendErrorPage)
    const schema = { hide: true, querystring: z.object({ token: z.optional(z.string()) }) }
    links.post(
      '/newsletter/confirm',
      { config: { calledBy: 'form' }, schema },
      async ({ query: { token = '' } }, reply) =>
        redirectToStep(reply, (await confirmSubscription(deps, token)) ? 'confirmed' : 'link-over'),
    )
    links.post(
      '/newsletter/unsubscribe',
      { config: { calledBy: 'mail' }, schema },
      async ({ query: { token = '' }, body }, reply) => {
        const isEnded = await endSubscription(deps, token)
        if (!isOneClick(body)) return redirectToStep(reply, isEnded ? 'unsubscribed' : 'link-over')
        if (!isEnded) throw new Refused('not_found')
        return reply.type('text/plain; charset=utf-8').send('Unsubscribed')
      },
    )
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

/** One-click unsubscribe (RFC 8058), which follows no redirect. */
function isOneClick(body: unknown): boolean {
  return Object(body)['List-Unsubscribe'] === 'One-Click'
}
