import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clientInfoOf } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { checkEmail, normaliseEmail } from '../email-address.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { mailSignInLink, smsSignInCode } from '../flows/otp.ts'
import { checkPhone, normalisePhone } from '../phone-number.ts'
import { Challenge, checkChallenge, readBody, requestedRedirect, Text } from '../requests/body.ts'
import { newUser } from '../users/new-user.ts'

const OtpBody = z.object({
  email: Text,
  phone: Text,
  channel: Text,
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...Challenge,
})

/** Always 200, after the same work, which must not reveal accounts (auth-protocol 2.5). */
export function otpRoutes(app: FastifyInstance, deps: Deps): void {
  app.post('/otp', async (request) => await handleOtp(request, readBody(OtpBody, request)))
  app.post('/magiclink', async (request) => {
    const body = readBody(OtpBody, request)
    if (!body.email) throw validationFailed('Unable to validate email address: invalid format')
    return await handleOtp(request, { ...body, phone: '', channel: '' })
  })

  async function handleOtp(request: FastifyRequest, body: z.output<typeof OtpBody>) {
    const { email, phone, channel, code_challenge, code_challenge_method } = body
    if (email && phone)
      throw validationFailed('Only an email address or phone number should be provided')
    if (email && channel) throw validationFailed('Channel should only be specified with Phone OTP')
    if (!email && !phone) throw validationFailed('One of email or phone must be set')
    checkChallenge(body)
    const clientInfo = clientInfoOf(request)
    const createUser = (body.create_user ?? true) && !deps.settings.disableSignup
    const data = body.data ?? {}
    const params = { createUser, data, clientInfo }
    return email
      ? await byMail(normaliseEmail(email))
      : await bySms(normalisePhone(phone), channel || 'sms')

    // The account is created after the response, so its fields are validated now.
    function checkNewUser(contact: { email: string | null; phone: string | null }): void {
      newUser({ ...contact, passwordHash: null, data, confirmed: false, now: deps.now() })
    }

    async function byMail(address: string) {
      if (!deps.settings.email)
        throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
      checkEmail(address)
      checkNewUser({ email: address, phone: null })
      if (createUser) await deps.rateLimits.consumeOrThrow(deps.pool, 'sign-ups of', clientInfo.ip)
      const target = deps.mailTarget(requestedRedirect(request), 'signIn')
      const challenge = { code_challenge, code_challenge_method }
      const mail = { ...params, email: address, target, challenge }
      deps.background.run('Link to sign in', () => mailSignInLink(deps, mail))
      return {}
    }

    async function bySms(number: string, channelName: string) {
      if (!deps.settings.phone)
        throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
      if (channelName !== 'sms')
        throw validationFailed('Invalid channel, supported values are: sms')
      checkPhone(number)
      checkNewUser({ email: null, phone: number })
      if (createUser) await deps.rateLimits.consumeOrThrow(deps.pool, 'sign-ups of', clientInfo.ip)
      deps.background.run('Code to sign in', () =>
        smsSignInCode(deps, { ...params, phone: number }),
      )
      // A random id in every case: it must not reveal whether an SMS was sent.
      return { message_id: randomUUID() }
    }
  }
}
