// The embedded authentication service: the protocol of Supabase Auth, as the official browser client
// speaks it, answered from PostgreSQL. It knows nothing of the site it serves.
//
//   const auth = await createAuthService({ pool, now, issuer, siteUrl, redirectAllowList,
//     signingKeys, mail, settings: { siteName, confirmEmail }, secret })
//   const response = await auth.call('/token?grant_type=password', { method: 'POST', ... })
//
// `service.ts` is what a server embeds: it brings the schema `auth` up to date and answers calls in
// process. `buildAuth` alone gives the Fastify app, with paths free of any prefix, to run by itself.
//
//   *-routes.ts     a path of the protocol each: what it takes and who may
//   sign-up.ts, sign-in.ts, otp.ts, redeem-token.ts, verify-link.ts, refresh-session.ts, resend.ts,
//   change-password.ts, email-change.ts, reauthenticate.ts, factors.ts, verify-factor.ts,
//   recovery-codes.ts, provider-flow.ts, redeem-code.ts, provider-sign-in.ts, id-token.ts, identities.ts,
//   invitation.ts, admin-users.ts, admin-links.ts   the stories behind them
//   audit.ts        refusals, written down
//   sessions.ts, flow-states.ts, one-time-tokens.ts, sms-codes.ts, access-tokens.ts,
//   refresh-token.ts   what is handed out
//   passwords.ts, hashing.ts, lane.ts, password-rules.ts, guesses.ts, request-limits.ts, secrets.ts,
//   redirects.ts    the guards
//   queries-*.ts, db/   all SQL
//
// contract.test.ts names the test of each method that the official client has, and what is off here.
//
// An error is thrown as `AuthRefused` and answered in the protocol's words by answer-refusal.ts.
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { type Core, openCore } from './core.ts'
import type { AuthDeps } from './deps.ts'
import { limitCalls } from './limits/call-limits.ts'
import { AuthRefused } from './refused.ts'
import { aboutRoutes } from './routes/about-routes.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { answerRefusal } from './routes/answer-refusal.ts'
import { acceptJson } from './routes/body.ts'
import { disabledRoutes } from './routes/disabled-routes.ts'
import { factorRoutes } from './routes/factor-routes.ts'
import { identityRoutes } from './routes/identity-routes.ts'
import { logoutRoutes } from './routes/logout-routes.ts'
import { otpRoutes } from './routes/otp-routes.ts'
import { providerRoutes } from './routes/provider-routes.ts'
import { reauthenticateRoutes } from './routes/reauthenticate-routes.ts'
import { recoverRoutes } from './routes/recover-routes.ts'
import { signUpRoutes } from './routes/sign-up-routes.ts'
import { tokenRoutes } from './routes/token-routes.ts'
import { userRoutes } from './routes/user-routes.ts'
import { verifyRoutes } from './routes/verify-routes.ts'

const LARGEST_BODY = 1_048_576

/** The service as a Fastify app; its schema must be up to date (`migrateAuth`). */
export async function buildAuth(deps: AuthDeps): Promise<FastifyInstance> {
  const { app } = await openAuth(deps)
  return app
}

/** The app together with what its routes work with. */
export async function openAuth(deps: AuthDeps): Promise<{ app: FastifyInstance; core: Core }> {
  const app = Fastify({
    ...(deps.log ? { loggerInstance: deps.log } : { logger: { level: 'error' } }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LARGEST_BODY,
    // One proxy: what stands before its own entry in the header anybody may have written.
    trustProxy: deps.settings?.trustProxy ? (_peer: string, hop: number) => hop === 0 : false,
    // An address that is no address at all never reaches a route or the handlers below.
    frameworkErrors: (error, request, reply) =>
      answerRefusal(error, request, reply.header('cache-control', 'no-store')),
  })
  const core = await openCore(deps, app.log)

  acceptJson(app)
  app.setErrorHandler(answerRefusal)
  app.setNotFoundHandler(() => {
    throw new AuthRefused(404, 'not_found', 'Not found')
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  limitCalls(app, core)
  app.addHook('onClose', () => core.background.idle())

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
    addRoutes(app, core)
  return { app, core }
}
