import type { FastifyReply } from 'fastify'
import { siteOf } from '../../auth/limits/ip-prefix.ts'
import type { KeyedLink } from '../../domain/keyed-link-schemas.ts'
import { KEYED_LINK_KINDS, KEYED_LINKS } from '../../domain/keyed-links.ts'
import type { Deps } from '../deps.ts'
import { shareOf } from '../platform/http/request-limits.ts'
import { findLinkOwner } from './link-owners/find-owner.ts'

const TOKEN = '?token='
const SIGNED = /^\?token=([\w.-]{20,2000})$/

/** The link in this address, or null. */
export function linkIn(path: string, search: string): KeyedLink | null {
  const key = SIGNED.exec(search)?.[1]
  const kind = key && KEYED_LINK_KINDS.find((one) => KEYED_LINKS[one].path === path + TOKEN)
  return kind ? { kind, key } : null
}

/**
 * Sends the page of a mailed link with whom the link is for, before anything is spent. Null where nobody owns
 * it, or its sender has had their share of renderings: the page is then the same for everybody.
 */
export async function sendLinkPage(
  reply: FastifyReply,
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  link: KeyedLink,
): Promise<FastifyReply | null> {
  const { server, request } = reply
  const owner = await findLinkOwner(deps, link)
  if (owner === null || !server.pages.render) return null
  if (shareOf(server.limits, 'renderings', request)?.consume() === false) return null
  const path = KEYED_LINKS[link.kind].path.replace(TOKEN, '')
  const { type, body, headers } = await server.pages.render(path, { owner }, siteOf(request.ip))
  return reply
    .headers({ ...headers, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .type(type)
    .send(body)
}
