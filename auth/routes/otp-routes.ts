import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Core, clientInfoOf } from '../core.ts'
import { checkEmail, normaliseEmail } from '../email-address.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { newUser } from '../flows/new-user.ts'
import { mailSignInLink, smsSignInCode } from '../flows/otp.ts'
import { checkPhone, normalisePhone } from '../phone-number.ts'
import { Challenge, checkChallenge, readBody, requestedRedirect, Text } from './body.ts'

const OtpBody = z.object({
  email: Text,
  phone: Text,
  channel: Text,
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...Challenge,
})

/** Always 200, after the same work, which must not reveal accounts (auth-protocol 2.5). */
export function otpRoutes(app: FastifyInstance, core: Core): void {
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
    const createUser = (body.create_user ?? true) && !core.settings.disableSignup
    const data = body.data ?? {}
    const params = { createUser, data, clientInfo }
    return email
      ? await byMail(normaliseEmail(email))
      : await bySms(normalisePhone(phone), channel || 'sms')

    // The account is created after the response, so its fields are validated now.
    function checkNewUser(contact: { email: string | null; phone: string | null }): void {
      newUser({ ...contact, passwordHash: null, data, confirmed: false, now: core.now() })
    }

    async function byMail(address: string) {
      if (!core.settings.email)
        throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
      checkEmail(address)
      checkNewUser({ email: address, phone: null })
      if (createUser) await core.rateLimits.consumeOrThrow(core.pool, 'sign-ups of', clientInfo.ip)
      const target = core.mailTarget(requestedRedirect(request), 'signIn')
      const challenge = { code_challenge, code_challenge_method }
      const mail = { ...params, email: address, target, challenge }
      core.background.run('Link to sign in', () => mailSignInLink(core, mail))
      return {}
    }

    async function bySms(number: string, channelName: string) {
      if (!core.settings.phone)
        throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
      if (channelName !== 'sms')
        throw validationFailed('Invalid channel, supported values are: sms')
      checkPhone(number)
      checkNewUser({ email: null, phone: number })
      if (createUser) await core.rateLimits.consumeOrThrow(core.pool, 'sign-ups of', clientInfo.ip)
      core.background.run('Code to sign in', () =>
        smsSignInCode(core, { ...params, phone: number }),
      )
      // A random id in every case: it must not reveal whether an SMS was sent.
      return { message_id: randomUUID() }
    }
  }
}
