import * as z from 'zod/mini'
import {
  ConfirmationPasswordSchema,
  ConfirmationSchema,
  ErrorSchema,
  PendingSignUpSchema,
} from '../../domain/contract.ts'
import type { App, Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { readPendingProfile } from './pending-profile.ts'

const PATH = '/api/auth/confirmation'

/**
 * For the page behind a confirmation mail's link: shows the account, checks its password or
 * discards the sign-up, which may be a stranger's. The token is not consumed; 404 for an invalid
 * one.
 */
export function confirmationRoutes(app: App, deps: Deps): void {
  const { auth, database } = deps

  app.post(
    PATH,
    {
      schema: {
        body: ConfirmationSchema,
        response: { 200: PendingSignUpSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!auth.signUps) return { ...NO_SIGN_UP, asks: 'password_afterwards' as const }
      const signUp = await auth.signUps.find(request.body.token_hash)
      if (!signUp) throw new Refused('not_found')
      const { userId, signedUpAt, chosen } = signUp
      if (!signedUpAt) return { ...NO_SIGN_UP, asks: chosen }
      const form = await readPendingProfile(deps, database.db, userId)
      return {
        first_name: form?.first_name ?? null,
        last_name: form?.last_name ?? null,
        signed_up_at: signedUpAt.toISOString(),
        asks: userId === request.body.user_id ? ('nothing' as const) : chosen,
      }
    },
  )

  app.post(
    `${PATH}/password`,
    {
      schema: {
        body: ConfirmationPasswordSchema,
        response: { 200: z.object({ is_right: z.boolean() }), '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { token_hash: tokenHash, password } = request.body
      const asked = { tokenHash, password, address: request.ip }
      const isRight = (await auth.signUps?.isPassword(asked)) ?? null
      if (isRight === null) throw new Refused('not_found')
      return { is_right: isRight }
    },
  )

  app.post(
    `${PATH}/discard`,
    {
      schema: {
        body: z.pick(ConfirmationSchema, { token_hash: true }),
        response: { 200: z.object({ status: z.literal('success') }), '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const asked = { tokenHash: request.body.token_hash, address: request.ip }
      if (!(await auth.signUps?.discard(asked))) throw new Refused('not_found')
      return { status: 'success' as const }
    },
  )
}

const NO_SIGN_UP = { first_name: null, last_name: null, signed_up_at: null }
