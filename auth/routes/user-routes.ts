import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clientInfoOf } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { checkEmail, normaliseEmail } from '../email-address.ts'
import { AuthError } from '../errors.ts'
import { type Changes, updateUser } from '../flows/update-user.ts'
import { checkPhone, normalisePhone } from '../phone-number.ts'
import { withDetails } from '../queries/users.queries.ts'
import { authenticate } from '../requests/authenticate.ts'
import { Challenge, checkChallenge, readBody, requestedRedirect, Text } from '../requests/body.ts'
import { type Account, toUserResponse } from '../user.ts'

const UserBody = z.object({
  email: Text,
  phone: Text,
  channel: Text,
  password: Text,
  current_password: Text,
  nonce: Text,
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  ...Challenge,
})

/** auth-protocol 2.6. */
export function userRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/user', async (request) => {
    const { account } = await authenticate(deps, request)
    return toUserResponse(await withDetails(deps.pool, account))
  })

  app.put('/user', async (request) => {
    const bearer = await authenticate(deps, request)
    const changes = readChanges(deps, request, bearer.account)
    return toUserResponse(
      await updateUser(deps, { bearer, clientInfo: clientInfoOf(request) }, changes),
    )
  })
}

/** Throws for fields that may not change. */
function readChanges(deps: Deps, request: FastifyRequest, account: Account): Changes {
  const body = readBody(UserBody, request)
  if (body.app_metadata)
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  const email = body.email ? normaliseEmail(body.email) : ''
  const phone = body.phone ? normalisePhone(body.phone) : ''
  const isNewEmail = email !== '' && email !== account.email
  const isNewPhone = phone !== '' && phone !== account.phone
  if (isNewEmail && !deps.settings.changeEmail)
    throw new AuthError(422, 'email_provider_disabled', 'Email address changes are disabled')
  if (isNewPhone && !deps.settings.phone)
    throw new AuthError(422, 'phone_provider_disabled', 'Phone number changes are disabled')
  if (isNewEmail) checkEmail(email)
  if (isNewPhone) checkPhone(phone)
  checkChallenge(body)
  const { password, nonce, data, code_challenge, code_challenge_method } = body
  return {
    email: isNewEmail ? email : null,
    phone: isNewPhone ? phone : null,
    password,
    currentPassword: body.current_password,
    nonce,
    data: data ?? null,
    target: deps.mailTarget(requestedRedirect(request), 'signIn'),
    challenge: { code_challenge, code_challenge_method },
  }
}
