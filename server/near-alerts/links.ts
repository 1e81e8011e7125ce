import type { Deps } from '../deps.ts'
import { idIn, signedId } from '../http/signed-id.ts'

export type Purpose = 'confirm' | 'leave'
type LinkDeps = Pick<Deps, 'fieldKeys'> & { settings: Pick<Deps['settings'], 'publicUrl'> }

/** Signed and not stored, so that the links of all mails remain valid. */
export function nearAlertLink(deps: LinkDeps, id: string, purpose: Purpose): string {
  const token = signedId(deps, id, `near alert ${purpose}`)
  return `${deps.settings.publicUrl}/tell-me/${purpose}?token=${token}`
}

/** The alert's id, or null for a token that we did not sign. */
export function nearAlertIn(deps: LinkDeps, token: string, purpose: Purpose): string | null {
  return idIn(deps, token, `near alert ${purpose}`)
}
