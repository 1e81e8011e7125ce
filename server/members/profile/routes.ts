import type { FastifyRequest } from 'fastify'
import type { App, Deps } from '../../deps.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { maybeSessionOf, sessionOf } from '../../platform/http/session.ts'
import { doOnce } from '../../platform/idempotency/idempotency-key.ts'
import { findOpenIdentityReview } from '../identity/identity.queries.ts'
import { findProfileByUser } from '../members.queries.ts'
import { isSameAddress } from '../profile-fields.ts'
import { contactChoicesOf, toUserProfile } from '../user-profile.ts'
import {
  createProfile,
  createProfileBeforeConfirming,
  isOpenBeforeSignIn,
} from './create-profile.ts'
import { activatePendingProfile } from './pending-profile.ts'
import { updateProfile } from './update-profile.ts'

/** The profile of the session's account, never of an e-mail or id in the request. */
export function membersRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/auth/profile', async (request, reply) => {
    const { userId } = sessionOf(request)
    // Hosted services do not report confirmations.
    if (deps.auth.findUser)
      await deps.database.transaction((tx) => activatePendingProfile(deps, tx, userId))
    const row = await findProfileByUser(deps.database.db, userId)
    if (!row) throw new Refused('not_found')
    const userProfile = toUserProfile(row, deps.fieldKeys)
    const checked = await findOpenIdentityReview(deps.database.db, row.id)
    const being_checked = checked && { ...checked, since: checked.since.toISOString() }
    return reply.send({
      userProfile,
      contact: contactChoicesOf(deps.fieldKeys, row),
      ...(being_checked && { being_checked }),
    })
  })

  serve(
    app,
    'POST /api/auth/profile',
    { onRequest: needsSessionUnlessToBeConfirmed },
    async (request, reply) => {
      const account = maybeSessionOf(request)
      if (!account) {
        await createProfileBeforeConfirming(deps, request.body)
        return reply.code(200).send({ status: 'success' })
      }
      const { userProfile, isNew } = await createProfile(deps, { account, form: request.body })
      return reply.code(isNew ? 201 : 200).send({ status: 'success', userProfile })
    },
  )

  serve(app, 'PUT /api/auth/profile', async (request) => {
    const { userId, email } = sessionOf(request)
    // The email address only guards against mistakes.
    if (!isSameAddress(request.query.email ?? '', email)) throw new Refused('not_found')
    return doOnce(deps, { request, caller: userId }, (saveResponse) =>
      updateProfile(deps, { userId, form: request.body, saveResponse }),
    )
  })

  async function needsSessionUnlessToBeConfirmed(request: FastifyRequest) {
    if (maybeSessionOf(request) || isOpenBeforeSignIn(deps.auth)) return
    throw new Refused('sign_in_required')
  }
}
