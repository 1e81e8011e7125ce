import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clientInfoOf } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { normaliseEmail } from '../email-address.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { linkByIdToken, signInWithIdToken } from '../flows/id-token-sign-in.ts'
import { authenticateForLinking } from '../flows/identities.ts'
import { redeemCode } from '../flows/redeem-code.ts'
import { refreshSession } from '../flows/refresh-session.ts'
import { signIn } from '../flows/sign-in.ts'
import { knownToOf } from '../known-device.ts'
import { normalisePhone } from '../phone-number.ts'
import { queryParameter, readBody, requestedRedirect, Text } from '../requests/body.ts'

const PasswordBody = z.object({ email: Text, phone: Text, password: Text })
const RefreshBody = z.object({ refresh_token: Text })
const PkceBody = z.object({ auth_code: Text, code_verifier: Text })
const IdTokenBody = z.object({
  id_token: Text,
  provider: Text,
  client_id: Text,
  issuer: Text,
  access_token: Text,
  nonce: Text,
  link_identity: z.boolean().nullish(),
})

/** auth-protocol 2.4. */
export function tokenRoutes(app: FastifyInstance, deps: Deps): void {
  app.post('/token', async (request) => {
    switch (queryParameter(request, 'grant_type')) {
      case 'password':
        return await grantForPassword(deps, request)
      case 'refresh_token':
        return await refreshSession(
          deps,
          readBody(RefreshBody, request).refresh_token,
          clientInfoOf(request),
        )
      case 'pkce':
        return await grantForCode(deps, request)
      case 'id_token':
        return await grantForIdToken(deps, request)
      case 'web3':
        throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
      default:
        throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    }
  })
}

async function grantForPassword(deps: Deps, request: FastifyRequest) {
  const { email, phone, password } = readBody(PasswordBody, request)
  if (email && phone)
    throw validationFailed('Only an email address or phone number should be provided on login.')
  if (email && !deps.settings.email)
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
  if (phone && !deps.settings.phone)
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!email && !phone) throw validationFailed('missing email or phone')
  const credentials = { email: normaliseEmail(email), phone: normalisePhone(phone), password }
  const browser = {
    ...clientInfoOf(request),
    knownTo: knownToOf(deps.secrets, request),
    linkTarget: deps.mailTarget(requestedRedirect(request), 'signIn'),
  }
  return await signIn(deps, credentials, browser)
}

async function grantForCode(deps: Deps, request: FastifyRequest) {
  const { auth_code: code, code_verifier: verifier } = readBody(PkceBody, request)
  return await redeemCode(deps, { code, verifier }, clientInfoOf(request))
}

async function grantForIdToken(deps: Deps, request: FastifyRequest) {
  const body = readBody(IdTokenBody, request)
  const clientInfo = clientInfoOf(request)
  if (!body.link_identity) return await signInWithIdToken(deps, body, clientInfo)
  const bearer = await authenticateForLinking(deps, request)
  return await linkByIdToken(deps, body, { bearer, clientInfo })
}
