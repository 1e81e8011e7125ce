// The Supabase Auth protocol on PostgreSQL.
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { type Deps, openDeps } from './deps.ts'
import { AuthError } from './errors.ts'
import { limitCalls } from './limits/call-limits.ts'
import { isPlainPath } from './limits/plain-path.ts'
import type { AuthOptions } from './options.ts'
import { acceptJson } from './requests/body.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { sendError } from './routes/error-handler.ts'
import { factorRoutes } from './routes/factor-routes.ts'
import { identityRoutes } from './routes/identity-routes.ts'
import { aboutRoutes } from './routes/info-routes.ts'
import { logoutRoutes } from './routes/logout-routes.ts'
import { otpRoutes } from './routes/otp-routes.ts'
import { providerRoutes } from './routes/provider-routes.ts'
import { reauthenticateRoutes } from './routes/reauthenticate-routes.ts'
import { recoverRoutes } from './routes/recover-routes.ts'
import { signUpRoutes } from './routes/sign-up-routes.ts'
import { disabledRoutes } from './routes/sso-routes.ts'
import { tokenRoutes } from './routes/token-routes.ts'
import { userRoutes } from './routes/user-routes.ts'
import { verifyRoutes } from './routes/verify-routes.ts'

const LARGEST_BODY = 1_048_576

/** Mounted without a path prefix. The schema must be up to date (`migrateAuth`). */
export async function buildAuth(options: AuthOptions): Promise<FastifyInstance> {
  const { app } = await openAuth(options)
  return app
}

export async function openAuth(
  options: AuthOptions,
): Promise<{ app: FastifyInstance; deps: Deps }> {
  const app = Fastify({
    ...(options.log ? { loggerInstance: options.log } : { logger: { level: 'error' } }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LARGEST_BODY,
    // Trust one proxy only: anybody can write the earlier entries of X-Forwarded-For.
    trustProxy: options.settings?.trustProxy ? (_peer: string, hop: number) => hop === 0 : false,
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply.header('cache-control', 'no-store')),
  })
  const deps = await openDeps(options, app.log)

  acceptJson(app)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw new AuthError(404, 'not_found', 'Not found')
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isPlainPath(request.url)) throw new AuthError(400, 'validation_failed', 'Invalid path')
  })
  limitCalls(app, deps)
  app.addHook('onClose', () => deps.background.idle())

  for (const addRoutes of [
    aboutRoutes,
    adminRoutes,
    disabledRoutes,
    factorRoutes,
    identityRoutes,
    logoutRoutes,
    otpRoutes,
    providerRoutes,
    reauthenticateRoutes,
    recoverRoutes,
    signUpRoutes,
    tokenRoutes,
    userRoutes,
    verifyRoutes,
  ])
    addRoutes(app, deps)
  return { app, deps }
}
