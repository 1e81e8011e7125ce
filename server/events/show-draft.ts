import type { FastifyReply } from 'fastify'
import type { CharityEvent } from '../../domain/contract.ts'
import { pageWithoutScripts } from '../platform/pages/page-without-scripts.ts'

const BAND = '<div class="band">'

/**
 * The event's page as visitors would get it, marked as a draft. It is sandboxed: its forms send
 * nothing, and styles for pages without scripts apply.
 */
export async function showDraft(reply: FastifyReply, draft: CharityEvent): Promise<FastifyReply> {
  const { event_id: id } = draft
  const { type, body, headers } = await pageWithoutScripts(reply, `/event/${id}`, { draft })
  if (!body.includes(BAND)) throw new Error('a page has no place for the mark of a draft')
  const marked = body
    .replace('<title>', '<title>Draft: ')
    .replace(
      BAND,
      `${BAND}<section aria-label="Draft"><p><b>Draft: not published.</b> Only staff see this page. <a href="/office/events/${id}">Back to the office</a></p></section>`,
    )
  return reply
    .headers({
      ...headers,
      'content-security-policy': `${headers['content-security-policy']}; sandbox allow-same-origin`,
      'x-robots-tag': 'noindex',
    })
    .type(type)
    .send(marked)
}
