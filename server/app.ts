import cookie from '@fastify/cookie'
import fastify, { LogController, type RouteOptions } from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { attendeesOfficeRoutes } from './bookings/attendees.office.routes.ts'
import { calendarRoutes } from './bookings/calendar-routes.ts'
import { capacityOfficeRoutes } from './bookings/capacity/office.routes.ts'
import { codeRoutes } from './bookings/code-routes.ts'
import { consentRoutes } from './bookings/consent/routes.ts'
import { beginRoutes } from './bookings/invitations/begin-routes.ts'
import { invitationsOfficeRoutes } from './bookings/invitations/office.routes.ts'
import { invitationRoutes } from './bookings/invitations/routes.ts'
import { listRoutes } from './bookings/list-routes.ts'
import { bookingsOfficeRoutes } from './bookings/office.routes.ts'
import { preparationRoutes } from './bookings/preparation/routes.ts'
import { printedListOfficeRoutes } from './bookings/printed-list.office.routes.ts'
import { bookingsRoutes } from './bookings/routes.ts'
import { waitingListOfficeRoutes } from './bookings/waiting-list/office.routes.ts'
import { waitingListRoutes } from './bookings/waiting-list/routes.ts'
import { withdrawalsOfficeRoutes } from './bookings/withdrawals/office.routes.ts'
import { withdrawalRoutes } from './bookings/withdrawals/routes.ts'
import { contactStopsOfficeRoutes } from './care/contact-stops/office.routes.ts'
import { recallRoutes } from './care/recalls/routes.ts'
import { closedLoopRoutes } from './care/task-list/closed.office.routes.ts'
import { failsafeSheetRoutes } from './care/task-list/failsafe.office.routes.ts'
import { followUpRoutes } from './care/task-list/follow-up.routes.ts'
import { careLoopRoutes } from './care/task-list/office.routes.ts'
import { announceChange } from './changed-days/announce-change.ts'
import { eventNewsOfficeRoutes } from './changed-days/event-news.office.routes.ts'
import { bulkActionsOfficeRoutes } from './changed-days/office.routes.ts'
import { runningLateOfficeRoutes } from './changed-days/running-late.office.routes.ts'
import { paymentLinkRoutes } from './checkout/payments/link.routes.ts'
import { paymentLinksOfficeRoutes } from './checkout/payments/links.office.routes.ts'
import { notificationsOfficeRoutes } from './checkout/payments/notifications.office.routes.ts'
import { paymentsOfficeRoutes } from './checkout/payments/office.routes.ts'
import { receiptRoutes } from './checkout/payments/receipts.routes.ts'
import { refundsOfficeRoutes } from './checkout/payments/refunds-office.routes.ts'
import { paymentsRoutes } from './checkout/payments/routes.ts'
import { unpaidOfficeRoutes } from './checkout/payments/unpaid.office.routes.ts'
import { takingsOfficeRoutes } from './checkout/payments/venue-payments.office.routes.ts'
import { hostRequestRoutes } from './contact/host-routes.ts'
import { nearAlertRoutes } from './contact/near-alerts/routes.ts'
import { newslettersOfficeRoutes } from './contact/newsletter/newsletters.office.routes.ts'
import { pastNewslettersRoutes } from './contact/newsletter/read-newsletters.ts'
import { newsletterRoutes } from './contact/newsletter/routes.ts'
import { subscriptionsOfficeRoutes } from './contact/newsletter/subscriptions.office.routes.ts'
import { contactOfficeRoutes } from './contact/office.routes.ts'
import { contactRoutes } from './contact/routes.ts'
import type { App, Deps } from './deps.ts'
import { labsOfficeRoutes } from './events/labs.office.routes.ts'
import { mailTextsOfficeRoutes } from './events/mail-texts.office.routes.ts'
import { eventsOfficeRoutes } from './events/office.routes.ts'
import { productsOfficeRoutes } from './events/products.office.routes.ts'
import { eventsRoutes } from './events/routes.ts'
import { figuresOfficeRoutes } from './hosts/figures/office.routes.ts'
import { figuresRoutes } from './hosts/figures/routes.ts'
import { hostPagesOfficeRoutes } from './hosts/host-pages/office.routes.ts'
import { hostPagesRoutes } from './hosts/host-pages/routes.ts'
import { identityOfficeRoutes } from './members/identity/office.routes.ts'
import { notesOfficeRoutes } from './members/notes/office.routes.ts'
import { membersRoutes } from './members/profile/routes.ts'
import { invoicesOfficeRoutes } from './money/invoices/office.routes.ts'
import { reconciliationRoutes } from './money/reconciliation/office.routes.ts'
import { statementRoutes } from './money/statements/office.routes.ts'
import { bannersOfficeRoutes } from './office/banners/office.routes.ts'
import { addressLabelsOfficeRoutes } from './office/people/address-labels.office.routes.ts'
import { membersOfficeRoutes } from './office/people/office.routes.ts'
import { savedTextsOfficeRoutes } from './office/saved-texts/office.routes.ts'
import { searchRoutes } from './office/search/office.routes.ts'
import { mailsOfficeRoutes } from './office/sent-messages/office.routes.ts'
import { settingsOfficeRoutes } from './office/settings/office.routes.ts'
import { eventToDoRoutes } from './office/today/event-to-do.office.routes.ts'
import { todayRoutes } from './office/today/office.routes.ts'
import { auditRoutes } from './operations/logs/office.routes.ts'
import { builtPages } from './pages/built-pages.ts'
import type { BuiltSite } from './pages/built-site.ts'
import { linkOwnerRoutes } from './pages/link-owners/routes.ts'
import { auditDeniedAccess } from './platform/audit/audit-denied.ts'
import { errorLogRoutes } from './platform/error-log/routes.ts'
import { healthRoutes } from './platform/health/routes.ts'
import { CONNECTION_TIMES, endConnections } from './platform/http/connections.ts'
import { sendError } from './platform/http/error-handler.ts'
import { watchForwardedHeaders } from './platform/http/forwarded-headers.ts'
import { describeApi } from './platform/http/openapi.ts'
import { originForm } from './platform/http/origin-form.ts'
import { recordRequests } from './platform/http/record-requests.ts'
import { refuseSeveralHosts } from './platform/http/refuse-several-hosts.ts'
import { Refused } from './platform/http/refused.ts'
import { createLimits, type Limits, limitRequests } from './platform/http/request-limits.ts'
import { requirePlainPath } from './platform/http/require-plain-path.ts'
import { needsSameOrigin } from './platform/http/same-origin.ts'
import { sendSecurityHeaders } from './platform/http/security-headers.ts'
import { logOptions, logResponse } from './platform/log.ts'
import { shareCounts } from './platform/rate-limits/share-counts.ts'
import { keepRequestId } from './platform/request-id.ts'
import { isTracing } from './platform/tracing/spans.ts'
import { traceRequests } from './platform/tracing/trace-requests.ts'
import { claimsOfficeRoutes } from './records/claims/office.routes.ts'
import { claimsRoutes } from './records/claims/routes.ts'
import { copyOfficeRoutes } from './records/copy/copy.office.routes.ts'
import { myDataRoutes } from './records/copy/routes.ts'
import { doublesOfficeRoutes } from './records/duplicates/duplicates.routes.ts'
import { mergesOfficeRoutes } from './records/duplicates/office.routes.ts'
import { partingsOfficeRoutes } from './records/duplicates/partings.office.routes.ts'
import { erasuresOfficeRoutes } from './records/erasure/erasures.office.routes.ts'
import { myPhoneRoutes } from './records/my-phone/routes.ts'
import { retentionOfficeRoutes } from './records/retention/retention.office.routes.ts'
import { jobsOfficeRoutes } from './records/upkeep/jobs.office.routes.ts'
import { resultImportRoutes } from './results/lab-results/import.office.routes.ts'
import { letterBatchRoutes } from './results/result-letters/letter-batches.office.routes.ts'
import { resultLetterRoutes } from './results/result-letters/letters.office.routes.ts'
import { ownLetterRoutes } from './results/result-letters/routes.ts'
import { labResultRoutes } from './results/review/results.office.routes.ts'
import { resultsRoutes } from './results/routes.ts'
import { authGateway } from './sign-in/auth-gateway/auth-gateway.ts'
import { newDeviceRoutes } from './sign-in/new-device/routes.ts'
import { confirmationRoutes } from './sign-in/sign-up/confirmation-routes.ts'
import { authenticatorRoute } from './staff/authenticator.ts'
import { endpointGuards } from './staff/endpoint-guards.ts'
import { staffRoutes } from './staff/office.routes.ts'
import { cashCountsOfficeRoutes } from './venue/cash-counts/office.routes.ts'
import { attendanceOfficeRoutes } from './venue/check-in/office.routes.ts'
import { incidentsOfficeRoutes } from './venue/incidents/office.routes.ts'
import { formsOfficeRoutes } from './venue/tubes/forms.office.routes.ts'
import { labelsOfficeRoutes } from './venue/tubes/labels.office.routes.ts'
import { walkInStrikesOfficeRoutes } from './venue/walk-in-strikes/office.routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits
    /**
     * `isLeaving`: the process is about to stop listening, so that balancers should send no more.
     * `hasBegun`: each response ends its connection, so that clients open others elsewhere.
     */
    drain: { isLeaving: boolean; hasBegun: boolean }
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
  const app: App = fastify({
    logger: logOptions(settings),
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    rewriteUrl: originForm,
    genReqId: requestIds(),
    bodyLimit: BODY_BYTES,
    // A request that is here already is answered, not refused.
    return503OnClosing: false,
    ...CONNECTION_TIMES,
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

  app.decorate('drain', { isLeaving: false, hasBegun: false })
  endConnections(app)
  refuseSeveralHosts(app)
  watchForwardedHeaders(app, settings)
  sendSecurityHeaders(app, settings)
  requirePlainPath(app)
  limitRequests(app, limits)
  app.decorate('limits', limits)
  app.decorate('pages', {})
  app.addHook('onRequest', needsSameOrigin(settings))
  await app.register(cookie)
  app.decorate('guardOf', endpointGuards(deps))
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
  waitingListOfficeRoutes(app, deps)
  recallRoutes(app, deps)
  consentRoutes(app, deps)
  withdrawalRoutes(app, deps)
  paymentsRoutes(app, deps)
  paymentLinkRoutes(app, deps)
  preparationRoutes(app, deps)
  followUpRoutes(app, deps)
  hostPagesRoutes(app, deps)
  membersRoutes(app, deps)
  identityOfficeRoutes(app, deps)
  notesOfficeRoutes(app, deps)
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
  pastNewslettersRoutes(app, deps)
  nearAlertRoutes(app, deps)
  errorLogRoutes(app, deps)
  staffRoutes(app, deps)
  todayRoutes(app, deps)
  eventToDoRoutes(app, deps)
  searchRoutes(app, deps)
  membersOfficeRoutes(app, deps)
  addressLabelsOfficeRoutes(app, deps)
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
  savedTextsOfficeRoutes(app, deps)
  bannersOfficeRoutes(app, deps)
  settingsOfficeRoutes(app, deps)
  labsOfficeRoutes(app, deps)
  attendanceOfficeRoutes(app, deps)
  labelsOfficeRoutes(app, deps)
  formsOfficeRoutes(app, deps)
  bookingsOfficeRoutes(app, deps)
  invitationRoutes(app, deps)
  beginRoutes(app, deps)
  invitationsOfficeRoutes(app, deps)
  attendeesOfficeRoutes(app, deps)
  printedListOfficeRoutes(app, deps)
  paymentsOfficeRoutes(app, deps)
  notificationsOfficeRoutes(app, deps)
  paymentLinksOfficeRoutes(app, deps)
  unpaidOfficeRoutes(app, deps)
  takingsOfficeRoutes(app, deps)
  refundsOfficeRoutes(app, deps)
  receiptRoutes(app, deps)
  reconciliationRoutes(app, deps)
  resultImportRoutes(app, deps)
  labResultRoutes(app, deps)
  resultLetterRoutes(app, deps)
  letterBatchRoutes(app, deps)
  statementRoutes(app, deps)
  invoicesOfficeRoutes(app, deps)
  figuresOfficeRoutes(app, deps)
  careLoopRoutes(app, deps)
  closedLoopRoutes(app, deps)
  failsafeSheetRoutes(app, deps)
  bulkActionsOfficeRoutes(app, deps)
  cashCountsOfficeRoutes(app, deps)
  walkInStrikesOfficeRoutes(app, deps)
  eventNewsOfficeRoutes(app, deps)
  runningLateOfficeRoutes(app, deps)
  incidentsOfficeRoutes(app, deps)
  auditRoutes(app, deps)
  contactOfficeRoutes(app, deps)
  subscriptionsOfficeRoutes(app, deps)
  newslettersOfficeRoutes(app, deps)
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
