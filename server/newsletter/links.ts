import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'

export type Purpose = 'confirm' | 'unsubscribe'
type LinkDeps = Pick<Deps, 'fieldKeys'> & { settings: Pick<Deps['settings'], 'publicUrl'> }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Signed and not stored, so that the links of all mails remain valid. */
export function subscriptionLink(deps: LinkDeps, id: string, purpose: Purpose): string {
  const token = `${id}.${sign(deps, id, purpose).toString('base64url')}`
  return `${deps.settings.publicUrl}/newsletter/${purpose}?token=${token}`
}

/** The subscription id, or null for a token that we did not sign. */
export function subscriptionIn(deps: LinkDeps, token: string, purpose: Purpose): string | null {
  const [id = '', signature = '', ...rest] = token.split('.')
  if (!UUID.test(id) || rest.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(deps, id, purpose)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

function sign({ fieldKeys }: LinkDeps, id: string, purpose: Purpose): Buffer {
  return fieldKeys.blindIndex(id, `newsletter ${purpose}`)
}
