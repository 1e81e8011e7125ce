import type { FastifyReply } from 'fastify'
import type { FilledForm } from '../../domain/contact.ts'
import { pageWithoutScripts } from './page-without-scripts.ts'

/** Without scripts: the form's address is not the page's. */
export async function showContactForm(
  reply: FastifyReply,
  filled: FilledForm,
  status: number,
): Promise<FastifyReply> {
  const { type, body, headers } = await pageWithoutScripts(reply, '/contact-us', { filled })
  return reply.code(status).headers(headers).type(type).send(body)
}
