import type { FastifyReply } from 'fastify'
import type { FilledForm } from '../../domain/contact.ts'
import { pageWithoutScripts } from './page-without-scripts.ts'

/** The page at `path` with its form filled in. Without scripts: its address is not the page's. */
export async function showFilledForm(
  reply: FastifyReply,
  path: '/contact-us' | '/events/host-a-day',
  filled: FilledForm,
  status: number,
): Promise<FastifyReply> {
  const { type, body, headers } = await pageWithoutScripts(reply, path, { filled })
  return reply.code(status).headers(headers).type(type).send(body)
}
