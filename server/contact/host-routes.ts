import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostRequestText } from '../../domain/host-request.ts'
import type { App, Deps } from '../deps.ts'
import { hostRequest } from '../messages/mails/host-request.ts'
import { reasonOf, sendError } from '../platform/http/error-handler.ts'
import { readPlainForms, type SentForm, wantsPage } from '../platform/http/public-form.ts'
import { sentenceOf } from '../platform/http/refused.ts'
import { showFilledForm } from '../platform/pages/render-form.ts'
import { hostSpamReason, type ReadRequest, readHostRequest } from './read-host-request.ts'
import { sendMessage } from './send-message.ts'
import { hiddenBoxReason } from './spam-reason.ts'

const PAGE = '/events/host-a-day'
const SENT = `${PAGE}?sent=1`

/** Requests to host a screening event, which are messages to the office like the contact form's. */
export function hostRequestRoutes(app: App, deps: Deps): void {
  app.register(async (forms: App) => {
    readPlainForms(forms)
    forms.setErrorHandler(answerHostError)
    forms.post(
      '/forms/host-a-day',
      { config: { calledBy: 'form' }, schema: { hide: true } },
      async (request, reply) => {
        const sent: SentForm = Object(request.body)
        const read = readHostRequest(sent)
        if (!read.request) return sendErrors(request, reply, read)
        const held = hiddenBoxReason(sent) ?? hostSpamReason(read.request)
        const office = deps.settings.officeEmail
        await sendMessage(deps, {
          form: { ...read.request, message: hostRequestText(read.request) },
          held,
          address: request.ip,
          mail: hostRequest({ request: read.request, held, office }),
        })
        return answerSent(request, reply)
      },
    )
  })
}

function answerSent(request: FastifyRequest, reply: FastifyReply) {
  return wantsPage(request) ? reply.redirect(SENT, 303) : reply.send({ next: SENT, ok: true })
}

function sendErrors(request: FastifyRequest, reply: FastifyReply, { errors, values }: ReadRequest) {
  if (!wantsPage(request)) return reply.code(422).send({ error: 'Validation errors', errors })
  return showFilledForm(reply, PAGE, { errors, values, problem: null }, 422)
}

/** The usual error response, but a page keeps the visitor's input. */
function answerHostError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!wantsPage(request) || !request.body) return sendError(error, request, reply)
  const { values } = readHostRequest(Object(request.body))
  const { reason, status, headers } = reasonOf(error, request)
  const filled = { values, errors: [], problem: sentenceOf(reason) }
  return showFilledForm(reply.headers({ ...headers }), PAGE, filled, status)
}
