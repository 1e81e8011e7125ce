import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { DATA_COMPLAINT, isDataComplaint } from '../../domain/contact.ts'
import type { App, Deps } from '../deps.ts'
import { contactMessage } from '../messages/mails/contact-message.ts'
import { reasonOf, sendError } from '../platform/http/error-handler.ts'
import { readPlainForms, type SentForm, wantsPage } from '../platform/http/public-form.ts'
import { sentenceOf } from '../platform/http/refused.ts'
import { showFilledForm } from '../platform/pages/render-form.ts'
import { type ReadForm, readContactForm } from './read-form.ts'
import { sendMessage } from './send-message.ts'
import { hiddenBoxReason, spamReason } from './spam-reason.ts'

const PAGE = '/contact-us'
const SENT = `${PAGE}?sent=1`

const NotFound = {
  project: ['PROJECT_NOT_FOUND', 'There is no such project.'],
  form: ['FORM_NOT_FOUND', 'There is no such form.'],
} as const

/**
 * Our own contact form service: the shapes and codes that its client knows, and a
 * page for a browser without script.
 */
export function contactRoutes(app: App, deps: Deps): void {
  const { project, contactId } = deps.settings.forms
  app.register(async (forms: App) => {
    readPlainForms(forms)
    forms.setErrorHandler(answerContactError)
    forms.post(
      '/forms/p/:project/f/:form',
      {
        config: { calledBy: 'form' },
        schema: { hide: true, params: z.object({ project: z.string(), form: z.string() }) },
      },
      async (request, reply) => {
        if (request.params.project !== project) return refuse(reply, 404, ...NotFound.project)
        if (request.params.form !== contactId) return refuse(reply, 404, ...NotFound.form)
        const sent: SentForm = Object(request.body)
        const values = Object.values(sent)
        if (values.some(isFile)) {
          return refuse(reply, 400, 'NO_FILE_UPLOADS', 'This form takes no files.')
        }
        if (!wantsPage(request) && values.every(isBlank)) {
          return refuse(reply, 400, 'EMPTY', 'Please fill in the form before you send it.')
        }
        const read = readContactForm(sent)
        const isComplaint = isDataComplaint(sent)
        if (!read.form) return sendErrors(request, reply, { ...read, isComplaint })
        const header = request.headers['formspree-session-data']?.toString()
        const held = hiddenBoxReason(sent) ?? spamReason(header, deps.now())
        const office = deps.settings.officeEmail
        const mail = contactMessage({ form: read.form, held, office, isComplaint })
        await sendMessage(deps, { form: read.form, held, address: request.ip, mail, isComplaint })
        return answerSent(request, reply)
      },
    )
  })
}

function answerSent(request: FastifyRequest, reply: FastifyReply) {
  return wantsPage(request) ? reply.redirect(SENT, 303) : reply.send({ next: SENT, ok: true })
}

function sendErrors(
  request: FastifyRequest,
  reply: FastifyReply,
  { errors, values, isComplaint }: ReadForm & { isComplaint: boolean },
) {
  if (wantsPage(request)) {
    const filled = { errors, values: withAbout(values, isComplaint), problem: null }
    return showFilledForm(reply, PAGE, filled, 422)
  }
  return reply.code(422).send({ error: 'Validation errors', errors })
}

function refuse(reply: FastifyReply, status: number, code: string, message: string) {
  return reply.code(status).send({ error: message, errors: [{ code, message }] })
}

/** The usual error response, but a page keeps the visitor's input and a 413 has its own code. */
function answerContactError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (wantsPage(request) && request.body) {
    const sent: SentForm = Object(request.body)
    const values = withAbout(readContactForm(sent).values, isDataComplaint(sent))
    const { reason, status, headers } = reasonOf(error, request)
    const filled = { values, errors: [], problem: sentenceOf(reason) }
    return showFilledForm(reply.headers({ ...headers }), PAGE, filled, status)
  }
  if (error instanceof Error && Reflect.get(error, 'statusCode') === 413) {
    return refuse(reply, 413, 'FILES_TOO_BIG', 'This is too long for the form.')
  }
  return sendError(error, request, reply)
}

function withAbout(values: ReadForm['values'], isComplaint: boolean) {
  return isComplaint ? { ...values, about: DATA_COMPLAINT } : values
}

function isFile(value: unknown): boolean {
  return value instanceof File && (value.size > 0 || value.name !== '')
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '')
}
