import type { Appointment } from '../contract.ts'
import type { Attendee, WaitingRow } from './attendee-shapes.ts'
import type {
  OnBehalfBooking,
  OnBehalfCancellation,
  OnBehalfMove,
  TimesForStaff,
} from './booking-shapes.ts'
import type {
  BulkAction,
  BulkActionRow,
  Cancellation,
  CancellationPreview,
} from './bulk-actions.ts'
import type {
  AccessRow,
  AuditRow,
  List,
  ListQuery,
  NewStaff,
  OfficeMe,
  Staff,
  StaffChange,
} from './contract.ts'
import type { MailRow, OfficeMessage, SubscriptionRow } from './desk-shapes.ts'
import type {
  EventChange,
  EventRow,
  Lab,
  MailPreview,
  NewOfficeEvent,
  NewProduct,
  OfficeEvent,
  Product,
  ProductChange,
  SlotPlanOfDay,
  SlotPreview,
} from './event-shapes.ts'
import type { ListedMember, MemberChange, OfficeMember } from './member-shapes.ts'
import type { ListedPayment, OfficePayment, RefundRequest } from './payment-shapes.ts'
import type { Found } from './search-shapes.ts'
import type { Today } from './today-shapes.ts'

/** The calls of the office's screens, as domain/api.ts has those of the site. */
export interface OfficeApi {
  'GET /api/office/me': { response: OfficeMe }
  'GET /api/office/today': { response: Today }
  'GET /api/office/search': { query: { q: string }; response: Found }
  'GET /api/office/staff': { query: ListQuery; response: List<Staff> }
  'GET /api/office/staff/:id': { response: Staff }
  'POST /api/office/staff': { body: NewStaff; response: Staff }
  'PUT /api/office/staff/:id': { body: StaffChange; response: Staff }
  'GET /api/office/members': { query: ListQuery; response: List<ListedMember> }
  'GET /api/office/members/:id': {
    query: { reason?: 'booking' | 'payment' | 'request' }
    response: OfficeMember
  }
  'PUT /api/office/members/:id': { body: MemberChange; response: OfficeMember }
  'GET /api/office/events/:id/times': { query: { member_id?: string }; response: TimesForStaff }
  'POST /api/office/appointments': {
    body: OnBehalfBooking
    response: { appointment: Appointment }
  }
  'PUT /api/office/appointments/:id/cancel': {
    body: OnBehalfCancellation
    response: { appointment: Appointment }
  }
  'PUT /api/office/appointments/:id/move': {
    body: OnBehalfMove
    response: { appointment: Appointment }
  }
  'GET /api/office/payments': { query: ListQuery; response: List<ListedPayment> }
  'GET /api/office/payments/:id': { response: OfficePayment }
  'POST /api/office/payments/:id/refunds': { body: RefundRequest; response: OfficePayment }
  'GET /api/office/audit': { query: ListQuery & { member_id?: string }; response: List<AuditRow> }
  'GET /api/office/access-log': {
    query: ListQuery & { member_id?: string }
    response: List<AccessRow>
  }
  'GET /api/office/messages': { query: ListQuery; response: List<OfficeMessage> }
  'PUT /api/office/messages/:id/handled': { body: { handled: boolean }; response: null }
  'GET /api/office/subscriptions': { query: ListQuery; response: List<SubscriptionRow> }
  'GET /api/office/mails': { query: ListQuery; response: List<MailRow> }
  'POST /api/office/mails/:id/retry': { response: null }
  'GET /api/office/events': { query: ListQuery; response: List<EventRow> }
  'POST /api/office/events': { body: NewOfficeEvent; response: OfficeEvent }
  'POST /api/office/slot-preview': { body: SlotPlanOfDay; response: SlotPreview }
  'GET /api/office/events/:id': { response: OfficeEvent }
  'PUT /api/office/events/:id': { body: EventChange; response: OfficeEvent }
  'POST /api/office/events/:id/publish': { response: OfficeEvent }
  'POST /api/office/events/:id/copies': {
    body: { dates: string[] }
    response: { event_ids: number[] }
  }
  'GET /api/office/products': { response: { data: Product[] } }
  'POST /api/office/products': { body: NewProduct; response: Product }
  'POST /api/office/products/preview': {
    body: { email_template: string | null }
    response: MailPreview
  }
  'POST /api/office/products/test-mail': {
    body: { email_template: string | null }
    response: null
  }
  'PUT /api/office/products/:id': { body: ProductChange; response: Product }
  'GET /api/office/labs': { response: { data: Lab[] } }
  'POST /api/office/labs': { body: Omit<Lab, 'lab_id'>; response: Lab }
  'GET /api/office/events/:id/attendees': { query: ListQuery; response: List<Attendee> }
  'GET /api/office/events/:id/waiting-list': { query: ListQuery; response: List<WaitingRow> }
  'POST /api/office/events/:id/cancellation': {
    body: Cancellation
    response: CancellationPreview | { bulk_action_id: number }
  }
  'GET /api/office/bulk-actions': { query: ListQuery; response: List<BulkActionRow> }
  'GET /api/office/bulk-actions/:id': { response: BulkAction }
  'POST /api/office/bulk-actions/:id/confirmation': { response: BulkAction }
  'POST /api/office/bulk-actions/:id/retry': { response: BulkAction }
}
