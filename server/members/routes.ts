import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  BeingCheckedSchema,
  ErrorSchema,
  ProfileCreateSchema,
  ProfileUpdateSchema,
  UserProfileSchema,
} from '../../domain/contract.ts'
import type { App, Parts } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { maybeSessionOf, needsSession, optionalSession, sessionOf } from '../http/session.ts'
import { answerOnce } from '../idempotency/idempotency-key.ts'
import { repeatableOf } from '../idempotency/idempotent-request.ts'
import {
  createProfile,
  createProfileBeforeConfirming,
  isOpenBeforeSignIn,
} from './create-profile.ts'
import { findOpenIdentityReview } from './identity/identity.queries.ts'
import { findProfileByUser } from './members.queries.ts'
import { settlePendingProfile } from './pending-profile.ts'
import { isSameAddress } from './profile-fields.ts'
import { updateProfile } from './update-profile.ts'
import { toUserProfile } from './user-profile.ts'

/** A member's own profile: the session says whose, never an e-mail or id that comes along. */
export function membersRoutes(app: App, parts: Parts): void {
  app.get(
    '/api/auth/profile',
    {
      onRequest: needsSession(parts),
      schema: {
        response: {
          200: z.object({
            userProfile: UserProfileSchema,
            being_checked: z.optional(BeingCheckedSchema),
          }),
          '4xx': ErrorSchema,
        },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request)
      // A hosted service tells nobody when an address is confirmed: the first call of its account does.
      if (parts.auth.findUser)
        await parts.database.transaction((tx) => settlePendingProfile(parts, tx, userId))
      const row = await findProfileByUser(parts.database.db, userId)
      if (!row) throw new Refused('not_found')
      const userProfile = toUserProfile(row, parts.fieldKeys)
      const checked = await findOpenIdentityReview(parts.database.db, row.id)
      const being_checked = checked && { ...checked, since: checked.since.toISOString() }
      return reply
        .header('cache-control', 'no-store')
        .send({ userProfile, ...(being_checked && { being_checked }) })
    },
  )

  app.post(
    '/api/auth/profile',
    {
      onRequest: [optionalSession(parts), needsSessionUnlessToBeConfirmed],
      schema: {
        body: ProfileCreateSchema,
        response: { 200: Created, 201: Created, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const account = maybeSessionOf(request)
      if (!account) {
        await createProfileBeforeConfirming(parts, request.body)
        return reply.code(200).send({ status: 'success' })
      }
      const { userProfile, isNew } = await createProfile(parts, { account, form: request.body })
      return reply.code(isNew ? 201 : 200).send({ status: 'success', userProfile })
    },
  )

  app.put(
    '/api/auth/profile',
    {
      onRequest: needsSession(parts),
      schema: {
        querystring: z.object({ email: z.optional(z.string()) }),
        body: ProfileUpdateSchema,
        response: { 200: Changed, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const { userId, email } = sessionOf(request)
      // It never says whose profile is meant, so it tells nothing about anyone else's either.
      if (!isSameAddress(request.query.email ?? '', email)) throw new Refused('not_found')
      const asked = repeatableOf(request, userId, parts)
      const answer = await answerOnce(parts, { asked, shape: Changed }, async (together) => {
        await updateProfile(parts, {
          userId,
          form: request.body,
          together: (tx) => together(tx, CHANGED),
        })
        return CHANGED
      })
      return reply.header('cache-control', 'no-store').send(answer)
    },
  )

  async function needsSessionUnlessToBeConfirmed(request: FastifyRequest) {
    if (maybeSessionOf(request) || isOpenBeforeSignIn(parts.auth)) return
    throw new Refused('sign_in_required')
  }
}

const Changed = z.object({ status: z.literal('success') })
const CHANGED = { status: 'success' } as const

/** Without a session the profile is not told: the answer must not show whether it was made. */
const Created = z.object({
  status: z.literal('success'),
  userProfile: z.optional(UserProfileSchema),
})
