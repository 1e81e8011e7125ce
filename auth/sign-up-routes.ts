import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Challenge, checkChallenge, readBody, redirectAsked, Text } from './body.ts'
import { type Core, visitorOf } from './core.ts'
import { checkEmail, normaliseEmail } from './email-address.ts'
import { checkNewPassword } from './password-rules.ts'
import { findAccountByEmail } from './queries-users.ts'
import { AuthRefused, validationFailed } from './refused.ts'
import { sendConfirmation, signUp } from './sign-up.ts'

const SignUpBody = z.object({
  email: Text,
  phone: Text,
  password: Text,
  data: z.record(z.string(), z.unknown()).nullish(),
  ...Challenge,
})
const ResendBody = z.object({ type: Text, email: Text, phone: Text, ...Challenge })

/** POST /signup and POST /resend (auth-protocol 2.5). */
export function signUpRoutes(app: FastifyInstance, core: Core): void {
  const { settings } = core

  app.post('/signup', async (request) => {
    if (settings.disableSignup)
      throw new AuthRefused(422, 'signup_disabled', 'Signups not allowed for this instance')
    const body = readBody(SignUpBody, request)
    if (!body.email && !body.phone)
      throw new AuthRefused(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    if (!body.password) throw validationFailed('Signup requires a valid password')
    if (body.email && body.phone)
      throw validationFailed('Only an email address or phone number should be provided on signup.')
    if (body.phone)
      throw new AuthRefused(400, 'phone_provider_disabled', 'Phone signups are disabled')

    const email = normaliseEmail(body.email)
    checkNewPassword(body.password, {
      email,
      minLength: settings.passwordMinLength,
      denied: settings.deniedPasswords,
    })
    checkEmail(email)
    checkChallenge(body)
    const { password, data } = body
    const redirectTo = redirectAsked(request)
    return await signUp(core, { email, password, data: data ?? {}, redirectTo }, visitorOf(request))
  })

  // The answer is the same, and as fast, whether there is anything to send or not.
  app.post('/resend', async (request) => {
    const body = readBody(ResendBody, request)
    if (!['signup', 'email_change', 'sms', 'phone_change'].includes(body.type))
      throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
    if (!body.email === !body.phone)
      throw validationFailed('Type provided requires either an email address or a phone number')
    checkChallenge(body)
    if (body.type !== 'signup' || !body.email) return {}

    const email = normaliseEmail(body.email)
    checkEmail(email)
    const target = core.redirectTarget(redirectAsked(request))
    const visitor = visitorOf(request)
    core.background.run('Confirmation asked for again', async () => {
      const account = await findAccountByEmail(core.pool, email)
      if (account && !account.emailConfirmedAt)
        await sendConfirmation(core, { account, email, target, visitor })
    })
    return {}
  })
}
