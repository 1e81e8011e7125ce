import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientInfoOf } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { OAuthError, validationFailed } from '../errors.ts'
import { findInvitation } from '../flows/invitation.ts'
import {
  findProviderFlow,
  finishProviderSignIn,
  startProviderSignIn,
} from '../flows/provider-flow.ts'
import { withError } from '../flows/redirect-responses.ts'
import type { ProviderClient } from '../providers/provider-client.ts'
import { PROVIDERS } from '../providers/providers.ts'
import { checkChallenge, queryParameter, requestedRedirect } from '../requests/body.ts'
import { toS256Challenge } from '../tokens/flow-states.ts'
import { toAuthError } from './error-handler.ts'

// The other parameters go to the provider.
const OWN_PARAMS = [
  'provider',
  'redirect_to',
  'scopes',
  'invite_token',
  'skip_http_redirect',
  'apikey',
]
const RESERVED_PARAMS = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
]
  .concat(['code_challenge', 'code_challenge_method', 'request', 'request_uri', 'registration'])
  .concat(['response_mode', 'code', 'code_verifier', 'id_token', 'access_token', 'refresh_token'])
const CALLBACK_PARAMS = ['state', 'code', 'iss', 'error', 'error_description']
const DENIED = ['signup_disabled', 'user_banned', 'provider_email_needs_verification']
const MAX_LENGTH = 2_000

/** auth-protocol 2.7. */
export function providerRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const token = queryParameter(request, 'invite_token')
    const purpose = token ? { invitation: await findInvitation(deps, token) } : {}
    return reply.redirect(await providerAuthorizationUrl(deps, request, purpose))
  })

  // Some providers POST the callback as a form.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get('/callback', { exposeHeadRoute: false }, (request, reply) =>
      handleCallback(deps, request, reply, request.query),
    )
    scope.post('/callback', (request, reply) => handleCallback(deps, request, reply, request.body))
  })
}

/** Throws 400 when the provider is not enabled. */
export async function providerAuthorizationUrl(
  deps: Deps,
  request: FastifyRequest,
  purpose: { linkingTargetId?: string; invitation?: string },
): Promise<string> {
  const provider = findProvider(deps, queryParameter(request, 'provider'))
  const challenge = {
    code_challenge: queryParameter(request, 'code_challenge'),
    code_challenge_method: queryParameter(request, 'code_challenge_method'),
  }
  checkChallenge(challenge)
  if (!challenge.code_challenge && !deps.settings.implicitFlow)
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  await deps.rateLimits.consumeOrThrow(
    deps.pool,
    'sign-ins at a provider begun from',
    clientInfoOf(request).ip,
  )
  const url = await startProviderSignIn(deps, {
    provider,
    challenge: toS256Challenge(challenge),
    redirectTo: deps.redirectTarget(requestedRedirect(request)),
    scopes: queryParameter(request, 'scopes')
      .split(/[\s,]+/)
      .filter(Boolean),
    more: passThroughParams(request.query),
    ...purpose,
  })
  return url.href
}

async function handleCallback(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  params: unknown,
): Promise<FastifyReply> {
  const callback = pick(params, (name) => CALLBACK_PARAMS.includes(name))
  let target = deps.siteUrl
  try {
    const flow = await findProviderFlow(deps, callback.state ?? '')
    target = flow.redirectTo
    return reply.redirect(
      await finishProviderSignIn(deps, flow, { callback, clientInfo: clientInfoOf(request) }),
    )
  } catch (error) {
    return reply.redirect(errorRedirect(target, error, request))
  }
}

function errorRedirect(target: string, error: unknown, request: FastifyRequest): string {
  if (error instanceof OAuthError) {
    const { error: errorCode, message } = error
    return withError(
      target,
      { status: 400, code: '', message },
      { inQuery: true, error: errorCode },
    )
  }
  const refused = toAuthError(error, request)
  const isDenied = refused.status === 403 || DENIED.includes(refused.code)
  const errorCode = isDenied
    ? 'access_denied'
    : refused.status === 400
      ? 'invalid_request'
      : 'server_error'
  return withError(target, refused, { inQuery: true, error: errorCode })
}

function findProvider({ providers }: Deps, name: string): ProviderClient {
  const provider = providers.find(name)
  if (provider) return provider
  const reason = PROVIDERS.includes(name)
    ? 'provider is not enabled'
    : `Provider ${name} could not be found`
  throw validationFailed(`Unsupported provider: ${reason}`)
}

function passThroughParams(query: unknown): Record<string, string> {
  return pick(query, (name) => !OWN_PARAMS.includes(name) && !RESERVED_PARAMS.includes(name))
}

function pick(from: unknown, isWanted: (name: string) => boolean): Record<string, string> {
  if (typeof from !== 'object' || from === null) return {}
  const wanted: Record<string, string> = {}
  for (const [name, value] of Object.entries(from))
    if (isWanted(name) && typeof value === 'string' && value.length <= MAX_LENGTH)
      wanted[name] = value
  return wanted
}
