import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clientInfoOf } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { checkEmail, normaliseEmail } from '../email-address.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { resend } from '../flows/resend.ts'
import { type Mailing, signUp, signUpAnonymously } from '../flows/sign-up.ts'
import { checkNewPassword, passwordRule } from '../passwords/password-rules.ts'
import { checkPhone, normalisePhone } from '../phone-number.ts'
import { Challenge, checkChallenge, readBody, requestedRedirect, Text } from '../requests/body.ts'

const SignUpBody = z.object({
  email: Text,
  phone: Text,
  password: Text,
  channel: Text,
  data: z.record(z.string(), z.unknown()).nullish(),
  ...Challenge,
})
const ResendBody = z.object({ type: Text, email: Text, phone: Text, ...Challenge })

/** auth-protocol 2.5. */
export function signUpRoutes(app: FastifyInstance, deps: Deps): void {
  const { settings } = deps

  app.post('/signup', async (request) => {
    if (settings.disableSignup)
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
    const body = readBody(SignUpBody, request)
    const { password, data } = body
    if (!body.email && !body.phone) {
      if (settings.anonymousSignIns)
        return await signUpAnonymously(deps, data ?? {}, clientInfoOf(request))
      throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    }
    if (!password) throw validationFailed('Signup requires a valid password')
    if (body.email && body.phone)
      throw validationFailed('Only an email address or phone number should be provided on signup.')
    if (body.email && !settings.email)
      throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled')
    if (body.phone && !settings.phone)
      throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')

    const email = body.email ? normaliseEmail(body.email) : null
    const phone = body.phone ? normalisePhone(body.phone) : null
    if (email) checkEmail(email)
    if (phone) checkPhone(phone)
    const owner = { email, phone, userMetadata: data ?? {}, appMetadata: {} }
    checkNewPassword(password, passwordRule(settings, owner))
    const params = { email, phone, password, data: data ?? {} }
    return await signUp(deps, params, mailingOf(deps, request, body))
  })

  // The response and its timing are the same in every case.
  app.post('/resend', async (request) => {
    const body = readBody(ResendBody, request)
    const { type } = body
    if (type !== 'signup' && type !== 'email_change' && type !== 'sms' && type !== 'phone_change')
      throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
    if (!body.email === !body.phone)
      throw validationFailed('Type provided requires either an email address or a phone number')
    const mailing = mailingOf(deps, request, body)
    const isByMail = type === 'signup' || type === 'email_change'
    if (isByMail !== Boolean(body.email)) return {}

    const to = isByMail ? normaliseEmail(body.email) : normalisePhone(body.phone)
    if (isByMail) checkEmail(to)
    else checkPhone(to)
    deps.background.run('Resend', () => resend(deps, { type, to }, mailing))
    return {}
  })
}

function mailingOf(
  deps: Deps,
  request: FastifyRequest,
  body: { code_challenge: string; code_challenge_method: string },
): Mailing {
  checkChallenge(body)
  const target = deps.mailTarget(requestedRedirect(request), 'signIn')
  const { code_challenge, code_challenge_method } = body
  const challenge = { code_challenge, code_challenge_method }
  return { target, challenge, clientInfo: clientInfoOf(request) }
}
