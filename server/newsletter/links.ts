import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'

export type Purpose = 'confirm' | 'unsubscribe'
type LinkDeps = Pick<Deps, 'fieldKeys'> & { settings: Pick<Deps['settings'], 'publicUrl'> }

/** Signed and not stored, so that the links of all mails remain valid. */
export function subscriptionLink(deps: LinkDeps, id: string, purpose: Purpose): string {
  const token = `${id}.${sign(deps, id, purpose).toString('base64url')}`
  return `${deps.settings.publicUrl}/newsletter/${purpose}?token=${token}`
}

/** The subscription id, or null for a token that we did not sign. */
export function subscriptionIn(deps: LinkDeps, token: string, purpose: Purpose): string | null {
  const [id = '', signature = '', ...rest] = token.split('.')
  if (!z.guid().safeParse(id).success || rest.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(deps, id, purpose)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

function sign({ fieldKeys }: LinkDeps, id: string, purpose: Purpose): Buffer {
  return fieldKeys.blindIndex(id, `newsletter ${purpose}`)
}
