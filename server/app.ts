import cookie from '@fastify/cookie'
import fastify, { LogController, type RouteOptions } from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { attendanceOfficeRoutes } from './attendance/office.routes.ts'
import { auditDeniedAccess } from './audit/audit-denied.ts'
import { auditRoutes } from './audit/office.routes.ts'
import { authGateway } from './auth-gateway/auth-gateway.ts'
import { attendeesOfficeRoutes } from './bookings/attendees.office.routes.ts'
import { calendarRoutes } from './bookings/calendar-routes.ts'
import { codeRoutes } from './bookings/code-routes.ts'
import { listRoutes } from './bookings/list-routes.ts'
import { bookingsOfficeRoutes } from './bookings/office.routes.ts'
import { printedListOfficeRoutes } from './bookings/printed-list.office.routes.ts'
import { bookingsRoutes } from './bookings/routes.ts'
import { announceChange } from './bulk-actions/announce-change.ts'
import { eventNewsOfficeRoutes } from './bulk-actions/event-news.office.routes.ts'
import { bulkActionsOfficeRoutes } from './bulk-actions/office.routes.ts'
import { type CachedServer, createCachedServer } from './cache/cached-server.ts'
import { capacityOfficeRoutes } from './capacity/office.routes.ts'
import { closedLoopRoutes } from './care-loops/closed.office.routes.ts'
import { failsafeSheetRoutes } from './care-loops/failsafe.office.routes.ts'
import { followUpRoutes } from './care-loops/follow-up.routes.ts'
import { careLoopRoutes } from './care-loops/office.routes.ts'
import { claimsOfficeRoutes } from './claims/office.routes.ts'
import { claimsRoutes } from './claims/routes.ts'
import { consentRoutes } from './consent/routes.ts'
import { hostRequestRoutes } from './contact/host-routes.ts'
import { contactOfficeRoutes } from './contact/office.routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { contactStopsOfficeRoutes } from './contact-stops/office.routes.ts'
import type { App, Deps } from './deps.ts'
import { errorLogRoutes } from './error-log/routes.ts'
import { labsOfficeRoutes } from './events/labs.office.routes.ts'
import { mailTextsOfficeRoutes } from './events/mail-texts.office.routes.ts'
import { eventsOfficeRoutes } from './events/office.routes.ts'
import { productsOfficeRoutes } from './events/products.office.routes.ts'
import { eventsRoutes } from './events/routes.ts'
import { figuresOfficeRoutes } from './figures/office.routes.ts'
import { figuresRoutes } from './figures/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { hostPagesOfficeRoutes } from './host-pages/office.routes.ts'
import { hostPagesRoutes } from './host-pages/routes.ts'
import { sendError } from './http/error-handler.ts'
import { watchForwardedHeaders } from './http/forwarded-headers.ts'
import { describeApi } from './http/openapi.ts'
import { Refused } from './http/refused.ts'
import { createLimits, type Limits, limitRequests } from './http/request-limits.ts'
import { requirePlainPath } from './http/require-plain-path.ts'
import { needsSameOrigin } from './http/same-origin.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { resultImportRoutes } from './lab-results/import.office.routes.ts'
import { labResultRoutes } from './lab-results/results.office.routes.ts'
import { linkOwnerRoutes } from './link-owners/routes.ts'
import { mailsOfficeRoutes } from './mail-jobs/office.routes.ts'
import { confirmationRoutes } from './members/confirmation-routes.ts'
import { membersOfficeRoutes } from './members/office.routes.ts'
import { membersRoutes } from './members/routes.ts'
import { doublesOfficeRoutes } from './merges/doubles.routes.ts'
import { mergesOfficeRoutes } from './merges/office.routes.ts'
import { partingsOfficeRoutes } from './merges/partings.office.routes.ts'
import { recordRequests } from './metrics/record-requests.ts'
import { copyOfficeRoutes } from './my-data/copy.office.routes.ts'
import { erasuresOfficeRoutes } from './my-data/erasures.office.routes.ts'
import { retentionOfficeRoutes } from './my-data/retention.office.routes.ts'
import { myDataRoutes } from './my-data/routes.ts'
import { myPhoneRoutes } from './my-phone/routes.ts'
import { nearAlertRoutes } from './near-alerts/routes.ts'
import { newDeviceRoutes } from './new-device/routes.ts'
import { newsletterOfficeRoutes } from './newsletter/office.routes.ts'
import { newsletterRoutes } from './newsletter/routes.ts'
import { builtPages } from './pages/built-pages.ts'
import type { BuiltSite } from './pages/built-site.ts'
import { paymentLinkRoutes } from './payments/link.routes.ts'
import { paymentLinksOfficeRoutes } from './payments/links.office.routes.ts'
import { notificationsOfficeRoutes } from './payments/notifications.office.routes.ts'
import { paymentsOfficeRoutes } from './payments/office.routes.ts'
import { refundsOfficeRoutes } from './payments/refunds-office.routes.ts'
import { paymentsRoutes } from './payments/routes.ts'
import { takingsOfficeRoutes } from './payments/takings.office.routes.ts'
import { logOptions, logResponse } from './platform/log.ts'
import { keepRequestId } from './platform/request-id.ts'
import { preparationRoutes } from './preparation/routes.ts'
import { shareCounts } from './rate-limits/share-counts.ts'
import { recallRoutes } from './recalls/routes.ts'
import { reconciliationRoutes } from './reconciliation/office.routes.ts'
import { letterBatchRoutes } from './result-letters/letter-batches.office.routes.ts'
import { resultLetterRoutes } from './result-letters/letters.office.routes.ts'
import { ownLetterRoutes } from './result-letters/routes.ts'
import { resultsRoutes } from './results/routes.ts'
import { searchRoutes } from './search/office.routes.ts'
import { authenticatorRoute } from './staff/authenticator.ts'
import { staffRoutes } from './staff/office.routes.ts'
import { statementRoutes } from './statements/office.routes.ts'
import { todayRoutes } from './today/office.routes.ts'
import { isTracing } from './tracing/spans.ts'
import { traceRequests } from './tracing/trace-requests.ts'
import { formsOfficeRoutes } from './tubes/forms.office.routes.ts'
import { labelsOfficeRoutes } from './tubes/labels.office.routes.ts'
import { jobsOfficeRoutes } from './upkeep/jobs.office.routes.ts'
import { waitingListRoutes } from './waiting-list/routes.ts'
import { walkInStrikesOfficeRoutes } from './walk-in-strikes/office.routes.ts'
import { withdrawalsOfficeRoutes } from './withdrawals/office.routes.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    cachedServer?: CachedServer
    limits: Limits
    /** Whether the process is about to stop listening, so that balancers should send no more. */
    drain: { isLeaving: boolean }
    /** A page for one reader, which is never cached. */
    pages: { render?: BuiltSite['render'] }
  }
}

const BODY_BYTES = 64 * 1024

export type ServePages = (app: App, deps: Deps) => Promise<void>

/** Returns the whole site without listening; `app.inject` answers requests in process. */
export async function buildApp(
  deps: Deps,
  {
    servePages = builtPages,
    onRoute,
  }: { servePages?: ServePages; onRoute?: (route: RouteOptions) => void } = {},
): Promise<App> {
  const { settings } = deps
  const onShareError = (err: unknown) => app.log.error({ err }, 'request counts were not shared')
  const limits = createLimits(deps, shareCounts(deps, onShareError))
  const cachedServer = createCachedServer({ limits, settings })
  const app: App = fastify({
    logger: logOptions(settings),
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIds(),
    bodyLimit: BODY_BYTES,
    // A request that is here already is answered, not refused.
    return503OnClosing: false,
    serverFactory: cachedServer.createServer,
    trustProxy: settings.trustedProxy ?? false,
    // Fastify refuses a malformed URL before any hook runs.
    frameworkErrors: (error, request, reply) =>
      sendError(
        error,
        request,
        reply.headers({ ...app.alwaysHeaders, 'cache-control': 'no-store' }),
      ),
  }).withTypeProvider<ZodTypeProvider>()

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw new Refused('not_found')
  })
  if (isTracing()) traceRequests(app)
  app.addHook('onRequest', keepRequestId)
  app.addHook('onResponse', logResponse)
  recordRequests(app)
  if (onRoute) app.addHook('onRoute', onRoute)
  auditDeniedAccess(app, deps)

  watchForwardedHeaders(app, settings)
  sendSecurityHeaders(app, settings)
  requirePlainPath(app)
  limitRequests(app, limits)
  app.decorate('cachedServer', cachedServer)
  app.decorate('limits', limits)
  app.decorate('pages', {})
  app.decorate('drain', { isLeaving: false })
  app.addHook('preClose', async () => cachedServer.close())
  app.addHook('onRequest', needsSameOrigin(settings))
  await app.register(cookie)
  await describeApi(app, settings)

  healthRoutes(app, deps)
  authGateway(app, deps)
  eventsRoutes(app, deps)
  figuresRoutes(app, deps)
  bookingsRoutes(app, deps)
  listRoutes(app, deps)
  calendarRoutes(app, deps)
  codeRoutes(app, deps)
  waitingListRoutes(app, deps)
  recallRoutes(app, deps)
  consentRoutes(app, deps)
  withdrawalRoutes(app, deps)
  paymentsRoutes(app, deps)
  paymentLinkRoutes(app, deps)
  preparationRoutes(app, deps)
  followUpRoutes(app, deps)
  hostPagesRoutes(app, deps)
  membersRoutes(app, deps)
  confirmationRoutes(app, deps)
  claimsRoutes(app, deps)
  linkOwnerRoutes(app, deps)
  resultsRoutes(app, deps)
  ownLetterRoutes(app, deps)
  myDataRoutes(app, deps)
  myPhoneRoutes(app, deps)
  newDeviceRoutes(app, deps)
  erasuresOfficeRoutes(app, deps)
  retentionOfficeRoutes(app, deps)
  copyOfficeRoutes(app, deps)
  contactRoutes(app, deps)
  hostRequestRoutes(app, deps)
  newsletterRoutes(app, deps)
  nearAlertRoutes(app, deps)
  errorLogRoutes(app, deps)
  staffRoutes(app, deps)
  todayRoutes(app, deps)
  searchRoutes(app, deps)
  membersOfficeRoutes(app, deps)
  doublesOfficeRoutes(app, deps)
  mergesOfficeRoutes(app, deps)
  partingsOfficeRoutes(app, deps)
  capacityOfficeRoutes(app, deps)
  contactStopsOfficeRoutes(app, deps)
  withdrawalsOfficeRoutes(app, deps)
  claimsOfficeRoutes(app, deps)
  eventsOfficeRoutes(app, deps, {
    onChanged: (tx, change) => announceChange(tx, deps, change),
  })
  hostPagesOfficeRoutes(app, deps)
  productsOfficeRoutes(app, deps)
  mailTextsOfficeRoutes(app, deps)
  labsOfficeRoutes(app, deps)
  attendanceOfficeRoutes(app, deps)
  labelsOfficeRoutes(app, deps)
  formsOfficeRoutes(app, deps)
  bookingsOfficeRoutes(app, deps)
  attendeesOfficeRoutes(app, deps)
  printedListOfficeRoutes(app, deps)
  paymentsOfficeRoutes(app, deps)
  notificationsOfficeRoutes(app, deps)
  paymentLinksOfficeRoutes(app, deps)
  takingsOfficeRoutes(app, deps)
  refundsOfficeRoutes(app, deps)
  reconciliationRoutes(app, deps)
  resultImportRoutes(app, deps)
  labResultRoutes(app, deps)
  resultLetterRoutes(app, deps)
  letterBatchRoutes(app, deps)
  statementRoutes(app, deps)
  figuresOfficeRoutes(app, deps)
  careLoopRoutes(app, deps)
  closedLoopRoutes(app, deps)
  failsafeSheetRoutes(app, deps)
  bulkActionsOfficeRoutes(app, deps)
  walkInStrikesOfficeRoutes(app, deps)
  eventNewsOfficeRoutes(app, deps)
  auditRoutes(app, deps)
  contactOfficeRoutes(app, deps)
  newsletterOfficeRoutes(app, deps)
  mailsOfficeRoutes(app, deps)
  jobsOfficeRoutes(app, deps)
  if (!settings.production && settings.mailboxUrl !== '') {
    app.get('/dev/mailbox', (_, reply) => reply.redirect(settings.mailboxUrl))
  }
  if (settings.demo) authenticatorRoute(app, deps)

  await app.register((pages: App) => servePages(pages, deps))
  return app
}

function requestIds(): () => string {
  const process = crypto.randomUUID().slice(0, 8)
  let count = 0
  return () => {
    count += 1
    return `${process}-${count.toString(36)}`
  }
}
