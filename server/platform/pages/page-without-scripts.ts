import type { FastifyReply } from 'fastify'
import { siteOf } from '../../../auth/limits/ip-prefix.ts'
import type { FilledForm } from '../../../domain/contact.ts'
import type { CharityEvent } from '../../../domain/contract.ts'
import type { ResponseBody } from '../cache/cached-response.ts'

/** What one reader alone may see: a form with their input, a draft of the event of the page, or the owner of its link. */
type ForOneReader = { filled?: FilledForm; draft?: CharityEvent; owner?: string }
/** The page at `address`, made now. */
export type Render = (address: string, own?: ForOneReader) => Promise<ResponseBody>

/** A page for one reader, at an address that is not its own: its scripts would not find their route. */
export async function pageWithoutScripts(
  { server, request }: FastifyReply,
  address: string,
  own: Parameters<Render>[1],
): Promise<{ type: string; body: string; headers: Record<string, string> }> {
  const { render } = server.pages
  if (!render) throw new Error('no pages are served here')
  const { type, body, headers } = await render(address, own, siteOf(request.ip))
  const html = withoutScripts(String(body))
  return { type, body: html, headers: { ...headers, 'cache-control': 'no-store' } }
}

export function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
}
