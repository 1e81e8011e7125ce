import type { FastifyReply } from 'fastify'
import type { FilledForm } from '../../../domain/contact.ts'
import { sendErrorPage } from '../http/error-handler.ts'
import { shareOf } from '../http/request-limits.ts'
import { pageWithoutScripts } from './page-without-scripts.ts'

/** The page at `path` with its form filled in, or 429 beyond the share of its sender. Without scripts: its address is not the page's. */
export async function showFilledForm(
  reply: FastifyReply,
  path: '/contact-us' | '/events/host-a-day' | `/event/${number}/begin-for-another`,
  filled: FilledForm,
  status: number,
): Promise<FastifyReply> {
  const { request, server } = reply
  const share = shareOf(server.limits, 'renderings', request)
  if (share?.consume() === false) return sendErrorPage(share.refusal(), request, reply)
  const { type, body, headers } = await pageWithoutScripts(reply, path, { filled })
  return reply.code(status).headers(headers).type(type).send(body)
}
