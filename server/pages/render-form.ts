import type { FastifyReply } from 'fastify'
import type { FilledForm } from '../../domain/contact.ts'
import type { ResponseBody } from '../cache/cached-response.ts'

export type RenderForm = (address: string, filled: FilledForm) => Promise<ResponseBody>

/** Without scripts: the form's address is not the page's. */
export async function showContactForm(
  reply: FastifyReply,
  filled: FilledForm,
  status: number,
): Promise<FastifyReply> {
  const { renderForm } = reply.server.pages
  if (!renderForm) throw new Error('no pages are served here')
  const { type, body, headers = {} } = await renderForm('/contact-us', filled)
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .type(type)
    .send(withoutScripts(String(body)))
}

function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
}
