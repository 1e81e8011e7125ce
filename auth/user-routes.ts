import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { whoCalls } from './bearer.ts'
import { Challenge, checkChallenge, readBody, Text } from './body.ts'
import { changePassword, checkCurrentPassword, hashNewPassword } from './change-password.ts'
import { type Core, visitorOf } from './core.ts'
import { inTransaction } from './db/database.ts'
import { normaliseEmail } from './email-address.ts'
import { needsSecondFactor } from './factors.ts'
import { insertAuditEntry } from './queries-upkeep.ts'
import { findAccount, mergeUserMetadata, withDetails } from './queries-users.ts'
import { AuthRefused } from './refused.ts'
import { type Account, userAnswer } from './user.ts'

const UserBody = z.object({
  email: Text,
  phone: Text,
  password: Text,
  current_password: Text,
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  ...Challenge,
})

/** GET and PUT /user (auth-protocol 2.6). */
export function userRoutes(app: FastifyInstance, core: Core): void {
  const { pool } = core

  app.get('/user', async (request) => {
    const { account } = await whoCalls(core, request)
    return userAnswer(await withDetails(pool, account))
  })

  app.put('/user', async (request) => {
    const bearer = await whoCalls(core, request)
    const body = readBody(UserBody, request)
    const { account, session } = bearer
    const { password, data } = body
    refuseOtherChanges(body, account)
    checkChallenge(body)
    if (password) await needsSecondFactor(core, bearer)
    const visitor = visitorOf(request)
    const current = body.current_password
    if (password && current) {
      await checkCurrentPassword(core, { account, password: current, visitor })
    }
    const passwordHash = password ? await hashNewPassword(core, account, password) : null

    const user = await inTransaction(pool, async (client) => {
      const now = core.now()
      if (passwordHash) await changePassword(core, client, { bearer, passwordHash, visitor })
      if (data) {
        await mergeUserMetadata(client, account.id, { changes: data, now })
        const who = { userId: account.id, sessionId: session.id, ip: visitor.ip }
        await insertAuditEntry(client, { action: 'user_modified', ...who, now })
      }
      return await withDetails(client, (await findAccount(client, account.id)) ?? account)
    })
    return userAnswer(user)
  })
}

function refuseOtherChanges(
  { email, phone, app_metadata }: { email: string; phone: string; app_metadata?: unknown },
  account: Account,
): void {
  if (app_metadata)
    throw new AuthRefused(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  if (email && normaliseEmail(email) !== account.email)
    throw new AuthRefused(422, 'email_provider_disabled', 'Email address changes are disabled')
  if (phone && phone.replace(/^\+/, '') !== account.phone)
    throw new AuthRefused(422, 'phone_provider_disabled', 'Phone number changes are disabled')
}
