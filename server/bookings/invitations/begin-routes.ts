import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BEGIN_FIELDS, type BeginForm, type BeginStep } from '../../../domain/begin-for-another.ts'
import { normaliseEmail } from '../../../domain/email-address.ts'
import { visibleName } from '../../../domain/person-name.ts'
import type { App, Deps } from '../../deps.ts'
import { reasonOf, sendError, sendErrorPage } from '../../platform/http/error-handler.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { readPlainForms, wantsPage } from '../../platform/http/public-form.ts'
import { sentenceOf } from '../../platform/http/refused.ts'
import { showFilledForm } from '../../platform/pages/render-form.ts'
import { publicId } from '../../platform/public-id.ts'
import { confirmBegin, requestBegin } from './begin-for-another.ts'

const TokenSchema = z.object({ token: z.optional(z.string().check(z.maxLength(2_000))) })

/** The form by which somebody begins for another person, and the link in the mail that answers it. */
export function beginRoutes(app: App, deps: Deps): void {
  app.register(async (forms: App) => {
    readPlainForms(forms)
    forms.setErrorHandler(showProblem)
    forms.post(
      '/event/:id/begin-for-another',
      {
        config: { calledBy: 'form' },
        schema: { hide: true, params: z.object({ id: z.string() }) },
      },
      async (request, reply) => {
        const { params, body, ip: address } = request
        const eventId = publicId(params.id)
        const form = readForm(body)
        const errors = await requestBegin(deps, { eventId, form, address })
        if (errors.length === 0) return redirectToStep(reply, 'sent')
        if (!wantsPage(request)) return reply.code(422).send({ error: 'Validation errors', errors })
        return showFilledForm(reply, pageOf(eventId), { errors, values: form, problem: null }, 422)
      },
    )
  })

  app.register(async (links: App) => {
    readPlainForms(links)
    links.setErrorHandler(sendErrorPage)
    // GET changes nothing, because mail scanners open links; the page's button posts.
    links.post(
      '/begin-for-another/confirm',
      { config: { calledBy: 'form' }, schema: { hide: true, querystring: TokenSchema } },
      async ({ query: { token = '' } }, reply) =>
        redirectToStep(reply, await confirmBegin(deps, token)),
    )
  })
}

function pageOf(eventId: number) {
  return `/event/${eventId}/begin-for-another` as const
}

function redirectToStep(reply: FastifyReply, step: BeginStep) {
  return reply.redirect(`/begin-for-another/${step}`, 303)
}

/** Cleaned before it is checked; what was not sent, or is no text, is empty. */
function readForm(body: unknown): BeginForm {
  const sent: Record<string, unknown> = Object(body)
  const clean = (name: string) => {
    const typed = Object.hasOwn(sent, name) ? sent[name] : ''
    const text = typeof typed === 'string' ? typed.slice(0, 300) : ''
    if (name.endsWith('name')) return visibleName(text)
    return name.endsWith('email') ? normaliseEmail(plainText(text)) : plainText(text).trim()
  }
  return Object.fromEntries(BEGIN_FIELDS.map((name) => [name, clean(name)])) as BeginForm
}

/** The usual page of an error, but the form keeps what was typed. */
function showProblem(
  error: unknown,
  request: FastifyRequest<{ Params: { id?: string } }>,
  reply: FastifyReply,
) {
  if (!wantsPage(request)) return sendError(error, request, reply)
  const { reason, status, headers } = reasonOf(error, request)
  const id = Number(request.params.id)
  if (!request.body || status === 404 || !Number.isSafeInteger(id) || id < 1)
    return sendErrorPage(error, request, reply)
  const filled = { values: readForm(request.body), errors: [], problem: sentenceOf(reason) }
  return showFilledForm(reply.headers({ ...headers }), pageOf(id), filled, status)
}
