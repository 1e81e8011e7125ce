import cookie from '@fastify/cookie'
import fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sendError } from '../../server/platform/http/error-handler.ts'
import { needsSameOrigin } from '../../server/platform/http/same-origin.ts'
import { sendSecurityHeaders } from '../../server/platform/http/security-headers.ts'
import {
  maybeSessionOf,
  needsSession,
  optionalSession,
  sessionOf,
} from '../../server/platform/http/session.ts'
import { makeFieldKeys, openFieldKeys } from '../../server/platform/keys/field-keys.ts'
import { authGateway } from '../../server/sign-in/auth-gateway/auth-gateway.ts'
import type { GatewayDeps } from '../../server/sign-in/auth-gateway/gateway-deps.ts'
import { fakeAuthService } from './fake-auth-service.ts'

export type TestSite = Awaited<ReturnType<typeof openTestSite>>

export async function openTestSite({
  publicUrl = 'http://localhost:3000',
  production = false,
} = {}) {
  let moment = new Date()
  const now = () => moment
  const auth = await fakeAuthService(now)
  const deps = {
    auth,
    now,
    settings: {
      publicUrl,
      production,
      rateLimitScale: 1,
      tileUrl: '',
      tileAttribution: '',
      cards: { sdkUrl: '', clientId: '', standIn: true, hasPayPalButton: false },
      officeEmail: 'office@example.org',
      forms: { project: 'charity', contactId: 'contact' },
      newsUrl: '',
      sendsSms: false,
      mailboxUrl: '',
      logLevel: 'silent',
    },
    fieldKeys: openFieldKeys(makeFieldKeys()),
  } satisfies GatewayDeps
  const app = fastify().withTypeProvider<ZodTypeProvider>()
  sendSecurityHeaders(app, deps.settings)
  app.addHook('onRequest', needsSameOrigin(deps.settings))
  await app.register(cookie)
  app.setErrorHandler(sendError)
  authGateway(app, deps)
  app.get('/api/member', { onRequest: needsSession(deps) }, async (request) => sessionOf(request))
  app.get('/api/anyone', { onRequest: optionalSession(deps) }, async (request) => ({
    session: maybeSessionOf(request),
  }))
  app.get('/api/unguarded', async (request) => sessionOf(request))
  app.register(async (api) => {
    api.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) =>
      done(null, {}),
    )
    api.post('/api/write', async () => ({ status: 'success' }))
    api.post('/api/webhook', { config: { calledBy: 'webhook' } }, async () => 'noted')
    api.post('/forms/contact', { config: { calledBy: 'form' } }, async () => 'sent')
  })
  await app.ready()
  return {
    app,
    auth,
    advance: (seconds: number) => {
      moment = new Date(moment.getTime() + seconds * 1000)
    },
    browser: () => openBrowser((options) => app.inject(options), publicUrl),
  }
}

export function openBrowser(
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>,
  publicUrl: string,
) {
  const jar = new Map<string, { value: string; path: string }>()
  const bodies: string[] = []
  async function ask(path: string, options: InjectOptions = {}) {
    const cookies = Object.fromEntries(
      [...jar]
        .filter(([, kept]) => path.startsWith(kept.path))
        .map(([name, { value }]) => [name, value]),
    )
    const response = await inject({
      method: 'GET',
      url: path,
      cookies,
      ...options,
      headers: { 'sec-fetch-site': 'same-origin', ...options.headers },
    })
    for (const set of response.cookies) {
      const isGone = set.value === '' || (set.expires && set.expires.getTime() <= 0)
      if (isGone) jar.delete(set.name)
      else jar.set(set.name, { value: set.value, path: set.path ?? '/' })
    }
    bodies.push(response.body, String(response.headers.location ?? ''))
    return response
  }
  return {
    jar,
    bodies,
    ask,
    fetch: async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const response = await ask(String(input).replace(publicUrl, ''), {
        method: methodOf(init),
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(typeof init.body === 'string' ? { payload: init.body } : {}),
      })
      const headers = new Headers()
      for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
      return new Response(response.statusCode === 204 ? null : response.body, {
        status: response.statusCode,
        headers,
      })
    },
  }
}

function methodOf({ method }: RequestInit): 'GET' | 'POST' | 'PUT' | 'DELETE' {
  return method === 'POST' || method === 'PUT' || method === 'DELETE' ? method : 'GET'
}
