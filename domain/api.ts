import type * as z from 'zod/mini'
import type {
  ClaimAnswer,
  Claimed,
  ClaimLink,
  OwnClaims,
  RecordClaim,
  RecordRequests,
} from './claim-shapes.ts'
import type { GivenConsent, Withdrawal } from './consent-shapes.ts'
import type { ContactChoices } from './contact-shapes.ts'
import type {
  Appointment,
  BeingChecked,
  BookingRequest,
  CharityEvent,
  ConsentLinkTest,
  ConsentPayload,
  ErrorReportSchema,
  EventFilters,
  EventList,
  EventOnMap,
  EventsQuery,
  Hold,
  MedicalResult,
  MedicalResults,
  Nearby,
  NearbyQuery,
  PastAppointment,
  ProfileCreate,
  ProfileUpdate,
  Slots,
  Subscription,
  UserProfile,
} from './contract.ts'
import type { Api as TableApi } from './endpoints/index.ts'
import type { OutcomeCode } from './follow-up.ts'
import type { FollowUp } from './follow-up-shapes.ts'
import type { HostPage } from './host-shapes.ts'
import type { KeyedLink, LinkOwner } from './keyed-link-shapes.ts'
import type { AccountLink } from './link-owner.ts'
import type { Erasure, MyData, ResultView, SignIn } from './my-data.ts'
import type { MyPhone, NumberCode } from './my-phone.ts'
import type { DeviceCode } from './new-device.ts'
import type { OfficeApi } from './office/api.ts'
import type { LinkAttempt, LinkedPayment } from './payment-links.ts'
import type {
  CaptureAnswer,
  OrderAnswer,
  Payment,
  PaymentOrder,
  PaymentUnderWay,
  TransactionRecord,
} from './payment-shapes.ts'
import type { PreparationAnswers } from './preparation-check.ts'
import type { Preparation } from './preparation-shapes.ts'
import type { PublishedYear } from './published-figures.ts'
import type { Recall, RecallAnswer } from './recalls.ts'

/** Every API call of the browser by method and path, with its request and response types. */
export type Api = SiteApi & OfficeApi & TableApi

interface SiteApi {
  'GET /api/events': { query: EventsQuery; response: EventList }
  'GET /api/figures': { response: { years: PublishedYear[] } }
  'GET /api/events/near': { query: NearbyQuery; response: Nearby }
  'GET /api/events/map': { query: EventFilters; response: { events: EventOnMap[] } }
  'GET /api/events/:id': { response: { event: CharityEvent } }
  'GET /api/events/:id/slots': { response: Slots }
  'POST /api/events/:id/check-access-code': {
    body: { access_code: string }
    response: { status: 'success' }
  }
  'POST /api/events/:id/holds': { body: { slot: string }; response: Hold }
  'POST /api/events/:id/holds/claim': { body: { slot: string }; response: Hold }
  'POST /api/events/:id/visitor-holds/keep': { body: { slot: string }; response: Hold }
  'POST /api/events/:id/visitor-holds': { body: { slot: string }; response: Hold }
  'DELETE /api/holds/:id': { response: null }
  'GET /api/recall': { response: { recall: Recall | null } }
  'PUT /api/recall': { body: { answer: RecallAnswer | null }; response: { recall: Recall | null } }
  'GET /api/record-claims': { response: RecordRequests }
  'POST /api/record-claims/tube': { body: { tube_code: string }; response: OwnClaims }
  'POST /api/link-owner': { body: KeyedLink; response: LinkOwner }
  'POST /api/claim-link': { body: { key: string }; response: ClaimLink }
  'POST /api/claim-link/answer': {
    body: { key: string; answer: ClaimAnswer }
    response: ClaimLink
  }
  'POST /api/record-claims': { body: RecordClaim; response: Claimed }
  'POST /api/medical/consent': { body: ConsentPayload; response: { status: 'success' } }
  'GET /api/medical/consents': { response: { consents: GivenConsent[] } }
  'POST /api/events/:id/consent-withdrawal': { response: Withdrawal }
  'POST /api/medical/consent-link': { body: { key: string }; response: ConsentLinkTest }
  'POST /api/medical/consent-by-link': {
    body: ConsentPayload & { key: string }
    response: { status: 'success' }
  }
  'POST /api/appointments': { body: BookingRequest; response: { appointment: Appointment } }
  'GET /api/appointments/upcoming-appointments/user/:id': {
    response: { appointments: Appointment[]; free_repeat?: true | undefined }
  }
  'GET /api/appointments/past-appointments/user/:id': {
    response: { appointments: PastAppointment[] }
  }
  'PUT /api/appointments/:id/cancel': { response: { status: 'success'; appointment: Appointment } }
  'PUT /api/appointments/:id/update': {
    body: { appt_time: string }
    response: { status: 'success'; appointment: Appointment }
  }
  'POST /api/payments/link': { body: { key: string }; response: LinkedPayment }
  'POST /api/payments/link/orders': { body: { key: string }; response: OrderAnswer }
  'POST /api/payments/link/payment': {
    body: { key: string; order_id: string }
    response: { payment: LinkAttempt }
  }
  'POST /api/payments/link/capture': {
    body: { key: string; order_id: string }
    response: { payment: LinkAttempt }
  }
  'POST /api/host': { body: { key: string }; response: HostPage }
  'POST /api/follow-up': { body: { key: string }; response: FollowUp }
  'POST /api/follow-up/answer': {
    body: { key: string; outcome: OutcomeCode; on: string | null }
    response: FollowUp
  }
  'POST /api/preparation': { body: { key: string }; response: Preparation }
  'POST /api/preparation/answers': {
    body: { key: string; answers: PreparationAnswers }
    response: Preparation
  }
  'POST /api/preparation/cancel': { body: { key: string }; response: Preparation }
  'POST /api/preparation/move': {
    body: { key: string; event_id: number; date: string; time: string }
    response: Preparation
  }
  'POST /api/payments/orders': { body: PaymentOrder; response: OrderAnswer }
  'GET /api/payments/under-way': { response: { payments: PaymentUnderWay[] } }
  'GET /api/payments/orders/:id': { response: { payment: Payment } }
  'POST /api/payments/orders/:id/capture': { response: CaptureAnswer }
  'POST /api/payments/transactions': {
    body: { data: TransactionRecord }
    response: { status: 'success' }
  }
  'GET /api/medical/results/:id': { response: MedicalResults }
  'GET /api/medical/results/:id/:result': { response: { data: MedicalResult } }
  'PUT /api/medical/results/:id/:result/gp-appointment': {
    body: { day: string | null }
    response: { status: 'success' }
  }
  'GET /api/auth/profile': {
    response: {
      userProfile: UserProfile
      being_checked?: BeingChecked | undefined
      contact: ContactChoices
    }
  }
  'POST /api/auth/profile': {
    body: ProfileCreate
    response: { status: 'success'; userProfile: UserProfile }
  }
  'POST /api/auth/confirmation': {
    body: { token_hash: string; user_id?: string }
    response: AccountLink
  }
  'POST /api/auth/confirmation/address': {
    body: { token_hash: string; email: string }
    response: { is_right: boolean }
  }
  'POST /api/auth/confirmation/password': {
    body: { token_hash: string; password: string }
    response: { is_right: boolean }
  }
  'POST /api/auth/confirmation/discard': {
    body: { token_hash: string }
    response: { status: 'success' }
  }
  'PUT /api/auth/profile': {
    query: { email: string }
    body: Omit<ProfileUpdate, 'email'> & Partial<ContactChoices>
    response: { status: 'success' }
  }
  'GET /api/my-data': { response: MyData }
  'GET /api/my-data/result-views': { response: { views: ResultView[] } }
  'GET /api/my-data/sign-ins': { response: { sign_ins: SignIn[] | null } }
  'GET /api/my-phone': { response: MyPhone }
  'POST /api/my-phone/codes': { response: MyPhone }
  'POST /api/my-phone/confirmations': { body: NumberCode; response: MyPhone }
  'POST /api/new-device/code': { response: { status: 'success' } }
  'POST /api/new-device': { body: DeviceCode; response: { status: 'success' } }
  'GET /api/my-data/erasure-request': { response: Erasure }
  'POST /api/my-data/erasure-request': { response: Erasure }
  'DELETE /api/my-data/erasure-request': { response: Erasure }
  'POST /api/subscriptions': { body: Subscription; response: { status: 'success' } }
  'POST /api/logs/error': {
    body: z.infer<typeof ErrorReportSchema>
    response: { status: 'success' }
  }
}
