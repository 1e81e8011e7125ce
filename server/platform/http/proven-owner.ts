import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Deps } from '../../deps.ts'
import { knownAccountsOf } from './known-device.ts'
import { Refused } from './refused.ts'
import { requireSession, type Session } from './session.ts'

type OwnerDeps = Pick<Deps, 'auth' | 'fieldKeys' | 'settings' | 'now'>

/**
 * As needsSession, for results, NHS number, address and all that contains them. Throws Refused
 * new_device until the owner of the account has shown at this browser to be the owner, by a mailed
 * link or code or a second factor: a password may have been guessed.
 */
export function needsProvenOwner(deps: OwnerDeps): onRequestAsyncHookHandler {
  return async (request) => {
    const session = await requireSession(request, deps)
    if (!isProvenOwner(request, deps, session)) throw new Refused('new_device')
  }
}

function isProvenOwner(
  request: FastifyRequest,
  deps: OwnerDeps,
  { userId, level }: Session,
): boolean {
  if (!deps.settings.newDeviceCode || level === 'aal2') return true
  return knownAccountsOf(request, deps).some(
    (account) => account.userId === userId && account.provenAt !== null,
  )
}
