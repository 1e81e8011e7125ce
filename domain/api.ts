import type * as z from 'zod/mini'
import type { GivenConsent, Withdrawal } from './consent-shapes.ts'
import type {
  Appointment,
  BeingChecked,
  BookingRequest,
  CharityEvent,
  ConsentLinkTest,
  ConsentPayload,
  ErrorReportSchema,
  EventFilters,
  Hold,
  MedicalResult,
  MedicalResults,
  PastAppointment,
  PendingSignUp,
  ProfileCreate,
  ProfileUpdate,
  Slots,
  Subscription,
  UserProfile,
} from './contract.ts'
import type { Erasure, MyData, ResultView, SignIn } from './my-data.ts'
import type {
  CaptureAnswer,
  OrderAnswer,
  Payment,
  PaymentOrder,
  TransactionRecord,
} from './payment-shapes.ts'
import type { Wait, WaitingList } from './waiting-list-shapes.ts'

/** Every API call of the browser by method and path, with its request and response types. */
export interface Api {
  'GET /api/events': { query: EventFilters; answer: { events: CharityEvent[] } }
  'GET /api/events/:id': { answer: { event: CharityEvent } }
  'GET /api/events/:id/slots': { answer: Slots }
  'POST /api/events/:id/check-access-code': {
    body: { access_code: string }
    answer: { status: 'success' }
  }
  'POST /api/events/:id/holds': { body: { slot: string }; answer: Hold }
  'DELETE /api/holds/:id': { answer: null }
  'GET /api/waiting-list': { answer: { waits: Wait[] } }
  'GET /api/events/:id/waiting-list': { answer: WaitingList }
  'POST /api/events/:id/waiting-list': { answer: WaitingList }
  'DELETE /api/events/:id/waiting-list': { answer: WaitingList }
  'POST /api/medical/consent': { body: ConsentPayload; answer: { status: 'success' } }
  'GET /api/medical/consents': { answer: { consents: GivenConsent[] } }
  'POST /api/events/:id/consent-withdrawal': { answer: Withdrawal }
  'POST /api/medical/consent-link': { body: { key: string }; answer: ConsentLinkTest }
  'POST /api/medical/consent-by-link': {
    body: ConsentPayload & { key: string }
    answer: { status: 'success' }
  }
  'POST /api/appointments': { body: BookingRequest; answer: { appointment: Appointment } }
  'GET /api/appointments/upcoming-appointments/user/:id': {
    answer: { appointments: Appointment[] }
  }
  'GET /api/appointments/past-appointments/user/:id': {
    answer: { appointments: PastAppointment[] }
  }
  'PUT /api/appointments/:id/cancel': { answer: { status: 'success'; appointment: Appointment } }
  'PUT /api/appointments/:id/update': {
    body: { appt_time: string }
    answer: { status: 'success'; appointment: Appointment }
  }
  'POST /api/payments/orders': { body: PaymentOrder; answer: OrderAnswer }
  'GET /api/payments/orders/:id': { answer: { payment: Payment } }
  'POST /api/payments/orders/:id/capture': { answer: CaptureAnswer }
  'POST /api/payments/transactions': {
    body: { data: TransactionRecord }
    answer: { status: 'success' }
  }
  'GET /api/medical/results/:id': { answer: MedicalResults }
  'GET /api/medical/results/:id/:result': { answer: { data: MedicalResult } }
  'GET /api/auth/profile': {
    answer: { userProfile: UserProfile; being_checked?: BeingChecked | undefined }
  }
  'POST /api/auth/profile': {
    body: ProfileCreate
    answer: { status: 'success'; userProfile: UserProfile }
  }
  'POST /api/auth/confirmation': {
    body: { token_hash: string; user_id?: string }
    answer: PendingSignUp
  }
  'POST /api/auth/confirmation/password': {
    body: { token_hash: string; password: string }
    answer: { is_right: boolean }
  }
  'POST /api/auth/confirmation/discard': {
    body: { token_hash: string }
    answer: { status: 'success' }
  }
  'PUT /api/auth/profile': {
    query: { email: string }
    body: Omit<ProfileUpdate, 'email'>
    answer: { status: 'success' }
  }
  'GET /api/my-data': { answer: MyData }
  'GET /api/my-data/result-views': { answer: { views: ResultView[] } }
  'GET /api/my-data/sign-ins': { answer: { sign_ins: SignIn[] | null } }
  'GET /api/my-data/erasure-request': { answer: Erasure }
  'POST /api/my-data/erasure-request': { answer: Erasure }
  'DELETE /api/my-data/erasure-request': { answer: Erasure }
  'POST /api/subscriptions': { body: Subscription; answer: { status: 'success' } }
  'POST /api/logs/error': {
    body: z.infer<typeof ErrorReportSchema>
    answer: { status: 'success' }
  }
}
