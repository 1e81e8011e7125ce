// Each call of the API once: the server registers from this table (server/platform/http/serve.ts), the
// browser's calls are typed from it (web/api.ts, types alone), and the OpenAPI document follows.
import type * as z from 'zod/mini'
import { bookingsEndpoints } from './bookings.ts'
import { claimsEndpoints } from './claims.ts'
import { consentEndpoints } from './consent.ts'
import { copyEndpoints } from './copy.ts'
import { errorLogEndpoints } from './error-log.ts'
import { eventsEndpoints } from './events.ts'
import { figuresEndpoints } from './figures.ts'
import { hostPagesEndpoints } from './host-pages.ts'
import { invitationEndpoints } from './invitations.ts'
import { linkOwnersEndpoints } from './link-owners.ts'
import { myPhoneEndpoints } from './my-phone.ts'
import { newDeviceEndpoints } from './new-device.ts'
import { newsletterEndpoints } from './newsletter.ts'
import { bannersOfficeEndpoints } from './office/banners.ts'
import { bookingsOfficeEndpoints } from './office/bookings.ts'
import { capacityOfficeEndpoints } from './office/capacity.ts'
import { cashCountsOfficeEndpoints } from './office/cash-counts.ts'
import { changedDaysOfficeEndpoints } from './office/changed-days.ts'
import { checkInOfficeEndpoints } from './office/check-in.ts'
import { claimsOfficeEndpoints } from './office/claims.ts'
import { contactOfficeEndpoints } from './office/contact.ts'
import { contactStopsOfficeEndpoints } from './office/contact-stops.ts'
import { copyOfficeEndpoints } from './office/copy.ts'
import { duplicatesOfficeEndpoints } from './office/duplicates.ts'
import { erasureOfficeEndpoints } from './office/erasure.ts'
import { eventsOfficeEndpoints } from './office/events.ts'
import { figuresOfficeEndpoints } from './office/figures.ts'
import { hostPagesOfficeEndpoints } from './office/host-pages.ts'
import { identityOfficeEndpoints } from './office/identity.ts'
import { incidentsOfficeEndpoints } from './office/incidents.ts'
import { invitationsOfficeEndpoints } from './office/invitations.ts'
import { invoicesOfficeEndpoints } from './office/invoices.ts'
import { labResultsOfficeEndpoints } from './office/lab-results.ts'
import { logsOfficeEndpoints } from './office/logs.ts'
import { newsletterOfficeEndpoints } from './office/newsletter.ts'
import { notesOfficeEndpoints } from './office/notes.ts'
import { paymentsOfficeEndpoints } from './office/payments.ts'
import { peopleOfficeEndpoints } from './office/people.ts'
import { reconciliationOfficeEndpoints } from './office/reconciliation.ts'
import { resultLettersOfficeEndpoints } from './office/result-letters.ts'
import { retentionOfficeEndpoints } from './office/retention.ts'
import { reviewOfficeEndpoints } from './office/review.ts'
import { savedTextsOfficeEndpoints } from './office/saved-texts.ts'
import { searchOfficeEndpoints } from './office/search.ts'
import { sentMessagesOfficeEndpoints } from './office/sent-messages.ts'
import { settingsOfficeEndpoints } from './office/settings.ts'
import { staffOfficeEndpoints } from './office/staff.ts'
import { statementsOfficeEndpoints } from './office/statements.ts'
import { taskListOfficeEndpoints } from './office/task-list.ts'
import { todayOfficeEndpoints } from './office/today.ts'
import { tubesOfficeEndpoints } from './office/tubes.ts'
import { upkeepOfficeEndpoints } from './office/upkeep.ts'
import { walkInStrikesOfficeEndpoints } from './office/walk-in-strikes.ts'
import { withdrawalsOfficeEndpoints } from './office/withdrawals.ts'
import { openapiEndpoints } from './openapi.ts'
import { paymentsEndpoints } from './payments.ts'
import { preparationEndpoints } from './preparation.ts'
import { profileEndpoints } from './profile.ts'
import { recallsEndpoints } from './recalls.ts'
import { resultLettersEndpoints } from './result-letters.ts'
import { resultsEndpoints } from './results.ts'
import { signUpEndpoints } from './sign-up.ts'
import { taskListEndpoints } from './task-list.ts'
import { waitingListEndpoints } from './waiting-list.ts'
import { withdrawalsEndpoints } from './withdrawals.ts'

export const ENDPOINTS = {
  ...bookingsEndpoints,
  ...claimsEndpoints,
  ...consentEndpoints,
  ...copyEndpoints,
  ...errorLogEndpoints,
  ...eventsEndpoints,
  ...figuresEndpoints,
  ...hostPagesEndpoints,
  ...linkOwnersEndpoints,
  ...myPhoneEndpoints,
  ...newDeviceEndpoints,
  ...newsletterEndpoints,
  ...openapiEndpoints,
  ...paymentsEndpoints,
  ...preparationEndpoints,
  ...profileEndpoints,
  ...recallsEndpoints,
  ...resultLettersEndpoints,
  ...resultsEndpoints,
  ...signUpEndpoints,
  ...taskListEndpoints,
  ...waitingListEndpoints,
  ...withdrawalsEndpoints,
  ...bannersOfficeEndpoints,
  ...bookingsOfficeEndpoints,
  ...invitationEndpoints,
  ...invitationsOfficeEndpoints,
  ...capacityOfficeEndpoints,
  ...cashCountsOfficeEndpoints,
  ...changedDaysOfficeEndpoints,
  ...checkInOfficeEndpoints,
  ...claimsOfficeEndpoints,
  ...contactStopsOfficeEndpoints,
  ...contactOfficeEndpoints,
  ...copyOfficeEndpoints,
  ...duplicatesOfficeEndpoints,
  ...erasureOfficeEndpoints,
  ...eventsOfficeEndpoints,
  ...figuresOfficeEndpoints,
  ...hostPagesOfficeEndpoints,
  ...identityOfficeEndpoints,
  ...incidentsOfficeEndpoints,
  ...invoicesOfficeEndpoints,
  ...labResultsOfficeEndpoints,
  ...logsOfficeEndpoints,
  ...newsletterOfficeEndpoints,
  ...notesOfficeEndpoints,
  ...paymentsOfficeEndpoints,
  ...peopleOfficeEndpoints,
  ...reconciliationOfficeEndpoints,
  ...resultLettersOfficeEndpoints,
  ...retentionOfficeEndpoints,
  ...reviewOfficeEndpoints,
  ...savedTextsOfficeEndpoints,
  ...searchOfficeEndpoints,
  ...sentMessagesOfficeEndpoints,
  ...settingsOfficeEndpoints,
  ...staffOfficeEndpoints,
  ...statementsOfficeEndpoints,
  ...taskListOfficeEndpoints,
  ...todayOfficeEndpoints,
  ...tubesOfficeEndpoints,
  ...upkeepOfficeEndpoints,
  ...walkInStrikesOfficeEndpoints,
  ...withdrawalsOfficeEndpoints,
}

export type Endpoints = typeof ENDPOINTS
export type Call = keyof Endpoints

type Sent<E, Part extends string> = E extends {
  readonly [P in Part]: infer Shape extends z.ZodMiniType
}
  ? { [P in Part]: z.input<Shape> }
  : unknown
type Answered<Shapes> = z.output<Extract<Shapes[keyof Shapes], z.ZodMiniType>>
/** The calls that answer with a file alone. */
export type FileCall = {
  [C in Call]: keyof Endpoints[C]['response'] extends never ? C : never
}[Call]

/** What the browser sends with each call, and is answered. */
export type Api = {
  [C in Call]: Sent<Endpoints[C], 'query'> &
    Sent<Endpoints[C], 'body'> & { response: Answered<Endpoints[C]['response']> }
}
