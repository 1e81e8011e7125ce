import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { whoCalls } from './bearer.ts'
import { Challenge, checkChallenge, queryParameter, readBody, Text } from './body.ts'
import type { Core } from './core.ts'
import { PROVIDERS } from './providers.ts'
import { AuthRefused, validationFailed } from './refused.ts'

const OtpBody = z.object({ email: Text, phone: Text, channel: Text, ...Challenge })

/**
 * The ways of the protocol that are switched off here, answered as a service answers that has them
 * switched off: codes and magic links to sign in, providers, single sign-on, linking.
 */
export function disabledRoutes(app: FastifyInstance, core: Core): void {
  app.post('/otp', async (request) => {
    const { email, phone, channel, ...challenge } = readBody(OtpBody, request)
    if (email && phone)
      throw validationFailed('Only an email address or phone number should be provided')
    if (email && channel) throw validationFailed('Channel should only be specified with Phone OTP')
    if (!email && !phone) throw validationFailed('One of email or phone must be set')
    checkChallenge(challenge)
    if (phone) throw new AuthRefused(400, 'phone_provider_disabled', 'Unsupported phone provider')
    throw otpDisabled()
  })
  app.post('/magiclink', async () => {
    throw otpDisabled()
  })
  app.get('/reauthenticate', async (request) => {
    await whoCalls(core, request)
    throw new AuthRefused(404, 'feature_disabled', 'Reauthentication is disabled')
  })

  for (const url of ['/sso', '/sso/saml/acs'])
    app.post(url, async () => {
      throw new AuthRefused(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
    })
  app.get('/authorize', async (request) => {
    const name = queryParameter(request, 'provider')
    const why = PROVIDERS.includes(name)
      ? 'provider is not enabled'
      : `Provider ${name} could not be found`
    throw validationFailed(`Unsupported provider: ${why}`)
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/callback',
    handler: async () => {
      throw new AuthRefused(400, 'bad_oauth_state', 'OAuth state not found or expired')
    },
  })

  const refuseLinking = async (request: FastifyRequest) => {
    await whoCalls(core, request)
    throw new AuthRefused(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
  app.get('/user/identities/authorize', refuseLinking)
  app.delete('/user/identities/:identityId', refuseLinking)
}

function otpDisabled(): AuthRefused {
  return new AuthRefused(422, 'otp_disabled', 'Signups not allowed for otp')
}
