import type { Deps } from '../deps.ts'
import { idIn, signedId } from '../http/signed-id.ts'

export type Purpose = 'confirm' | 'unsubscribe'
type LinkDeps = Pick<Deps, 'fieldKeys'> & { settings: Pick<Deps['settings'], 'publicUrl'> }

/** Signed and not stored, so that the links of all mails remain valid. */
export function subscriptionLink(deps: LinkDeps, id: string, purpose: Purpose): string {
  const token = signedId(deps, id, `newsletter ${purpose}`)
  return `${deps.settings.publicUrl}/newsletter/${purpose}?token=${token}`
}

/** The subscription id, or null for a token that we did not sign. */
export function subscriptionIn(deps: LinkDeps, token: string, purpose: Purpose): string | null {
  return idIn(deps, token, `newsletter ${purpose}`)
}
