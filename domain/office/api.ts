import type { StaffWithdrawal, Withdrawable, Withdrawal } from '../consent-shapes.ts'
import type { Appointment } from '../contract.ts'
import type { MyData } from '../my-data.ts'
import type { AttendeeMessage, MessagePreview } from './attendee-messages.ts'
import type { Attendee, PrintedRow, WaitingRow } from './attendee-shapes.ts'
import type {
  OnBehalfBooking,
  OnBehalfCancellation,
  OnBehalfMove,
  TimesForStaff,
  WithReason,
} from './booking-shapes.ts'
import type {
  BulkAction,
  BulkActionRow,
  Cancellation,
  CancellationPreview,
  Expected,
} from './bulk-actions.ts'
import type { Capacity, NewCapacityDecision, NewDoubt } from './capacity.ts'
import type { LetterStep } from './claim-letters.ts'
import type { ClaimLetters, ClaimToDecide, LetterToPrint, MergeAsked } from './claim-shapes.ts'
import type {
  ContactStopKind,
  ContactStops,
  NewStop,
  Revocation,
  StopPreview,
} from './contact-stops.ts'
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
  ErasureClosing,
  ErasureException,
  ErasureRow,
  NewErasure,
  OfficeErasure,
} from './erasure-shapes.ts'
import type {
  EventChange,
  EventRow,
  Lab,
  LabChange,
  MailPreview,
  NewAccessCode,
  NewLab,
  NewOfficeEvent,
  NewProduct,
  OfficeEvent,
  Product,
  ProductChange,
  SlotPlanOfDay,
  SlotPreview,
} from './event-shapes.ts'
import type { FiguresPublication, YearFigures } from './figures.ts'
import type { HostSettings, MadeHostLink } from './host-links.ts'
import type { JobQueue } from './job-shapes.ts'
import type { ColumnMap } from './lab-columns.ts'
import type {
  BatchOutcome,
  GreenReviews,
  LabResult,
  OpenedResult,
  Release,
  Releases,
  ResultCall,
  ResultChoiceForm,
  ResultDetail,
  ResultNote,
  ResultReview,
  TakeBackRequest,
} from './lab-result-shapes.ts'
import type {
  ClosedLoop,
  ClosedLoopQuery,
  FailsafeSheet,
  Loop,
  LoopCall,
  LoopClosing,
  LoopDetail,
} from './loop-shapes.ts'
import type { MailText } from './mail-text-shapes.ts'
import type {
  ActiveChange,
  ListedMember,
  MemberChange,
  NewMember,
  OfficeMember,
} from './member-shapes.ts'
import type {
  DoublesRow,
  Merged,
  MergePreview,
  MergeRequest,
  UnnamedResult,
} from './merge-shapes.ts'
import type { OwedRefundEnd } from './owed-refunds.ts'
import type { Parted, PartingPreview, PartingRequest } from './partings.ts'
import type { LinkWay, SentPaymentLink } from './payment-links.ts'
import type {
  ListedPayment,
  OfficePayment,
  RefundRequest,
  UnknownNotification,
} from './payment-shapes.ts'
import type {
  DifferenceDecision,
  MoneyDifference,
  ProviderReport,
} from './reconciliation-shapes.ts'
import type {
  ImportRow,
  ResultImport,
  ResultLaboratory,
  RowDecision,
  SavedColumnMap,
} from './result-import-shapes.ts'
import type {
  BatchStep,
  Collection,
  LetterBatch,
  LetterPerson,
  LetterReturn,
  NewBatch,
  OpenedBatch,
  ResultLetter,
} from './result-letters.ts'
import type { RetentionChange, RetentionRow } from './retention.ts'
import type { Found } from './search-shapes.ts'
import type { EventStatement, LedgerRow, MonthStatement, Period, Sums } from './statement-shapes.ts'
import type { LetterSurgery, SurgeryChange } from './surgeries.ts'
import type { TimeChange, TimeChangePreview } from './time-change-shapes.ts'
import type { Today } from './today-shapes.ts'
import type { SampledEvent, TubesOfDay } from './tube-shapes.ts'
import type { Taking } from './venue-takings.ts'
import type {
  DoorHelpers,
  NewStrike,
  StrikeCounts,
  StrikePreview,
  WalkInStrike,
} from './walk-in-strikes.ts'

/** The calls of the office's screens, as domain/api.ts has those of the site. */
export interface OfficeApi {
  'GET /api/office/me': { response: OfficeMe }
  'GET /api/office/today': { response: Today }
  'GET /api/office/search': { query: { q: string }; response: Found }
  'GET /api/office/days/:id/labels': { response: TubesOfDay }
  'GET /api/office/laboratory-forms': { query: ListQuery; response: List<SampledEvent> }
  'GET /api/office/staff': { query: ListQuery; response: List<Staff> }
  'GET /api/office/staff/:id': { response: Staff }
  'POST /api/office/staff': { body: NewStaff; response: Staff }
  'PUT /api/office/staff/:id': { body: StaffChange; response: Staff }
  'GET /api/office/members': { query: ListQuery; response: List<ListedMember> }
  'GET /api/office/members/:id': {
    query: { reason?: 'booking' | 'payment' | 'request' }
    response: OfficeMember
  }
  'POST /api/office/members': { body: NewMember; response: OfficeMember }
  'PUT /api/office/members/:id': { body: MemberChange; response: OfficeMember }
  'GET /api/office/doubles': { query: ListQuery; response: List<DoublesRow> }
  'POST /api/office/doubles/:one/:other/not-the-same': { body: { reason: string }; response: null }
  'POST /api/office/doubles/:one/:other/reopening': { response: null }
  'GET /api/office/members/:id/merges/:other': { response: MergePreview }
  'GET /api/office/merges/:id/part': { response: PartingPreview }
  'POST /api/office/merges/:id/part': { body: PartingRequest; response: Parted }
  'POST /api/office/members/:id/merges': { body: MergeRequest; response: Merged }
  'GET /api/office/members/:id/claim-letters': { response: ClaimLetters }
  'POST /api/office/members/:id/claim-letters': { response: ClaimLetters }
  'POST /api/office/members/:id/claim-letters/cancellation': { response: ClaimLetters }
  'GET /api/office/record-claims': { query: ListQuery; response: List<ClaimToDecide> }
  'POST /api/office/record-claims/:id/release': {
    body: { reason: string }
    response: { status: 'success' }
  }
  'POST /api/office/record-claims/:id/refusal': {
    body: { reason: string }
    response: { status: 'success' }
  }
  'GET /api/office/claim-letter-requests': { query: ListQuery; response: List<LetterToPrint> }
  'PUT /api/office/members/:id/claim-letters/:letter': {
    body: { step: LetterStep }
    response: ClaimLetters
  }
  'GET /api/office/merge-requests': { query: ListQuery; response: List<MergeAsked> }
  'POST /api/office/merge-requests/:id/confirmation': { response: Merged }
  'POST /api/office/merge-requests/:id/refusal': { body: { reason: string }; response: null }
  'GET /api/office/merged-results': { query: ListQuery; response: List<UnnamedResult> }
  'POST /api/office/merged-results/:id': { response: Merged }
  'GET /api/office/members/:id/contact-stops': { response: ContactStops }
  'GET /api/office/members/:id/contact-stops/preview': {
    query: { kind: ContactStopKind }
    response: StopPreview
  }
  'GET /api/office/members/:id/capacity': { response: Capacity }
  'POST /api/office/members/:id/capacity/doubts': { body: NewDoubt; response: Capacity }
  'POST /api/office/members/:id/capacity/decisions': {
    body: NewCapacityDecision
    response: Capacity
  }
  'POST /api/office/members/:id/contact-stops': { body: NewStop; response: ContactStops }
  'POST /api/office/members/:id/contact-stops/:stop/revocation': {
    body: Revocation
    response: ContactStops
  }
  'GET /api/office/members/:id/consents': { response: Withdrawable }
  'POST /api/office/members/:id/consent-withdrawals': {
    body: StaffWithdrawal
    response: Withdrawal
  }
  'GET /api/office/erasures/:id/exception': { response: ErasureException }
  'POST /api/office/erasures/:id/exception': { body: { reason: string }; response: null }
  'PUT /api/office/members/:id/active': { body: ActiveChange; response: OfficeMember }
  'GET /api/office/events/:id/times': { query: { member_id?: string }; response: TimesForStaff }
  'POST /api/office/appointments': {
    body: OnBehalfBooking
    response: { appointment: Appointment }
  }
  'PUT /api/office/appointments/:id/cancel': {
    body: OnBehalfCancellation
    response: { appointment: Appointment }
  }
  'POST /api/office/appointments/:id/payment-links': {
    body: { by: LinkWay }
    response: SentPaymentLink
  }
  'POST /api/office/appointments/:id/takings': {
    body: Taking
    response: { payment_id: string }
  }
  'POST /api/office/payments/:id/undo-taking': {
    body: { reason: string }
    response: { status: 'success' }
  }
  'POST /api/office/appointments/:id/waiver': {
    body: { reason: string }
    response: { status: 'success' }
  }
  'PUT /api/office/appointments/:id/move': {
    body: OnBehalfMove
    response: { appointment: Appointment }
  }
  'GET /api/office/results': { query: ListQuery; response: List<LabResult> }
  'GET /api/office/results/:id': { response: OpenedResult }
  'GET /api/office/results/review-list': {
    query: { after?: string }
    response: List<ResultDetail>
  }
  'POST /api/office/results/green-reviews': { body: GreenReviews; response: BatchOutcome }
  'POST /api/office/results/releases': { body: Releases; response: BatchOutcome }
  'POST /api/office/results/:id/review': { body: ResultReview; response: LabResult }
  'POST /api/office/results/:id/second-review': { body: ResultReview; response: LabResult }
  'POST /api/office/results/:id/send-back': { body: ResultNote; response: LabResult }
  'POST /api/office/results/:id/take-back': { body: ResultNote; response: LabResult }
  'POST /api/office/results/:id/call': { body: ResultCall; response: LabResult }
  'POST /api/office/results/:id/release': { body: Release; response: LabResult }
  'POST /api/office/results/:id/choice': { body: ResultChoiceForm; response: LabResult }
  'POST /api/office/results/:id/same-person': { body: ResultNote; response: LabResult }
  'POST /api/office/results/:id/stands': { body: ResultNote; response: LabResult }
  'POST /api/office/results/:id/take-back-request': { body: TakeBackRequest; response: LabResult }
  'POST /api/office/results/:id/take-back-request/drop': { body: ResultNote; response: LabResult }
  'POST /api/office/results/:id/take-back-request/confirm': {
    body: ResultNote
    response: LabResult
  }
  'GET /api/office/payments': { query: ListQuery; response: List<ListedPayment> }
  'GET /api/office/payments/:id': { response: OfficePayment }
  'GET /api/office/notifications': { response: { data: UnknownNotification[] } }
  'POST /api/office/notifications/:id/seen': {
    body: { note: string }
    response: { data: UnknownNotification[] }
  }
  'POST /api/office/owed-refunds/:id/outcome': { body: OwedRefundEnd; response: OfficePayment }
  'POST /api/office/payments/:id/refunds': { body: RefundRequest; response: OfficePayment }
  'POST /api/office/refund-requests/:id/confirmation': { response: OfficePayment }
  'POST /api/office/refund-requests/:id/refusal': {
    body: { reason: string }
    response: OfficePayment
  }
  'POST /api/office/refunds/:id/retry': { response: OfficePayment }
  'POST /api/office/refunds/:id/by-hand': { body: { note: string }; response: OfficePayment }
  'GET /api/office/statements/sums': { query: Period; response: Sums }
  'GET /api/office/statements/events': { query: ListQuery & Period; response: List<EventStatement> }
  'GET /api/office/statements/months': { query: ListQuery & Period; response: List<MonthStatement> }
  'GET /api/office/events/:id/host-page': { response: HostSettings }
  'PUT /api/office/events/:id/host-page': {
    body: { release_on: string | null }
    response: HostSettings
  }
  'POST /api/office/events/:id/host-page/link': {
    body: { mail_to_host: boolean }
    response: MadeHostLink
  }
  'DELETE /api/office/events/:id/host-page/link': { response: HostSettings }
  'GET /api/office/figures/:year': { response: YearFigures }
  'POST /api/office/figures/:year/publication': {
    body: FiguresPublication
    response: YearFigures
  }
  'GET /api/office/closed-loops': {
    query: ClosedLoopQuery
    response: List<ClosedLoop>
  }
  'GET /api/office/loops': { query: ListQuery; response: List<Loop> }
  'GET /api/office/loops/:id': { response: LoopDetail }
  'POST /api/office/loops/:id/close': { body: LoopClosing; response: null }
  'POST /api/office/loops/:id/calls': { body: LoopCall; response: null }
  'GET /api/office/events/:id/failsafe-sheet': { response: FailsafeSheet }
  'POST /api/office/events/:id/failsafe-sheet/receipt': { response: FailsafeSheet }
  'POST /api/office/events/:id/failsafe-sheet/signature': {
    body: { explanation?: string }
    response: FailsafeSheet
  }
  'GET /api/office/ledger': { query: ListQuery & Period; response: List<LedgerRow> }
  'GET /api/office/provider-reports': { query: ListQuery; response: List<ProviderReport> }
  'GET /api/office/money-differences': {
    query: ListQuery & { report_id?: string }
    response: List<MoneyDifference>
  }
  'GET /api/office/money-differences/:id': { response: MoneyDifference }
  'POST /api/office/money-differences/:id/decision': {
    body: DifferenceDecision
    response: MoneyDifference
  }
  'GET /api/office/letters': { query: ListQuery; response: List<ResultLetter> }
  'GET /api/office/letters/:id': { response: LetterPerson }
  'PUT /api/office/letters/:id/collection': { body: Collection; response: null }
  'PUT /api/office/letters/:id/return': { body: LetterReturn; response: null }
  'GET /api/office/letters/:id/surgery': { response: LetterSurgery }
  'PUT /api/office/letters/:id/surgery': { body: SurgeryChange; response: null }
  'GET /api/office/letter-batches': { query: ListQuery; response: List<LetterBatch> }
  'POST /api/office/letter-batches': { body: NewBatch; response: OpenedBatch }
  'GET /api/office/letter-batches/:id': { response: OpenedBatch }
  'PUT /api/office/letter-batches/:id': { body: BatchStep; response: OpenedBatch }
  'GET /api/office/audit': { query: ListQuery & { member_id?: string }; response: List<AuditRow> }
  'GET /api/office/access-log': {
    query: ListQuery & { member_id?: string }
    response: List<AccessRow>
  }
  'GET /api/office/erasures': { query: ListQuery; response: List<ErasureRow> }
  'GET /api/office/erasures/:id': { response: OfficeErasure }
  'POST /api/office/members/:id/erasure-requests': {
    body: NewErasure
    response: { request_id: number }
  }
  'POST /api/office/erasures/:id/approval': { body: { member_id: number }; response: null }
  'POST /api/office/erasures/:id/closing': { body: ErasureClosing; response: null }
  'POST /api/office/members/:id/copy': { response: MyData }
  'GET /api/office/retention': { response: { data: RetentionRow[] } }
  'PUT /api/office/retention/:kind': { body: RetentionChange; response: null }
  'GET /api/office/jobs': { response: { data: JobQueue[] } }
  'POST /api/office/jobs/:queue/run': { response: null }
  'GET /api/office/messages': { query: ListQuery; response: List<OfficeMessage> }
  'PUT /api/office/messages/:id/handled': { body: { handled: boolean }; response: null }
  'GET /api/office/subscriptions': { query: ListQuery; response: List<SubscriptionRow> }
  'GET /api/office/mails': { query: ListQuery; response: List<MailRow> }
  'POST /api/office/mails/:id/retry': { response: null }
  'GET /api/office/events': { query: ListQuery; response: List<EventRow> }
  'POST /api/office/events': { body: NewOfficeEvent; response: OfficeEvent }
  'GET /api/office/map-tiles': { response: { url: string; attribution: string } }
  'POST /api/office/slot-preview': { body: SlotPlanOfDay; response: SlotPreview }
  'GET /api/office/events/:id': { response: OfficeEvent }
  'PUT /api/office/events/:id': { body: EventChange; response: OfficeEvent }
  'PUT /api/office/events/:id/access-code': { body: NewAccessCode; response: OfficeEvent }
  'POST /api/office/events/:id/publish': { response: OfficeEvent }
  'POST /api/office/events/:id/copies': {
    body: { dates: string[] }
    response: { event_ids: number[] }
  }
  'GET /api/office/mail-texts': { response: { data: MailText[] } }
  'PUT /api/office/mail-texts/:kind': {
    body: { text: string; version: number }
    response: MailText
  }
  'POST /api/office/mail-texts/:kind/preview': { body: { text: string }; response: MailPreview }
  'POST /api/office/mail-texts/:kind/test-mail': { body: { text: string }; response: null }
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
  'POST /api/office/labs': { body: NewLab; response: Lab }
  'PUT /api/office/labs/:id': { body: LabChange; response: Lab }
  'GET /api/office/result-laboratories': { response: { data: ResultLaboratory[] } }
  'GET /api/office/labs/:id/column-map': { response: SavedColumnMap }
  'PUT /api/office/labs/:id/column-map': {
    body: { version: number; map: ColumnMap }
    response: SavedColumnMap
  }
  'GET /api/office/result-imports': { query: ListQuery; response: List<ResultImport> }
  'GET /api/office/result-imports/:id': { response: ResultImport }
  'GET /api/office/result-imports/:id/rows': { query: ListQuery; response: List<ImportRow> }
  'POST /api/office/result-imports/:id/rows/:row/decision': {
    body: RowDecision
    response: ResultImport
  }
  'POST /api/office/result-imports/:id/commit': { response: ResultImport }
  'GET /api/office/events/:id/attendees': { query: ListQuery; response: List<Attendee> }
  'GET /api/office/events/:id/printed-list': { response: { data: PrintedRow[] } }
  'GET /api/office/events/:id/waiting-list': { query: ListQuery; response: List<WaitingRow> }
  'POST /api/office/events/:id/cancellation': {
    body: Cancellation
    response: CancellationPreview | { bulk_action_id: number }
  }
  'POST /api/office/events/:id/time-change': {
    body: TimeChange
    response: TimeChangePreview | { bulk_action_id: number }
  }
  'POST /api/office/events/:id/cancellation/revert': { body: WithReason; response: OfficeEvent }
  'POST /api/office/appointments/:id/rebooking': {
    body: WithReason
    response: { appointment: Appointment }
  }
  'POST /api/office/events/:id/messages': {
    body: AttendeeMessage
    response: MessagePreview | { bulk_action_id: number }
  }
  'GET /api/office/events/:id/bulk-actions': { response: { data: BulkActionRow[] } }
  'GET /api/office/bulk-actions': { query: ListQuery; response: List<BulkActionRow> }
  'GET /api/office/bulk-actions/:id': { response: BulkAction }
  'POST /api/office/bulk-actions/:id/confirmation': {
    body: { expected?: Expected }
    response: BulkAction
  }
  'POST /api/office/bulk-actions/:id/stop': { body: { reason: string }; response: BulkAction }
  'POST /api/office/bulk-actions/:id/retry': { response: BulkAction }
  'GET /api/office/days/:id/walk-ins': { response: DoorHelpers }
  'POST /api/office/walk-in-strikes': { body: NewStrike; response: StrikePreview | WalkInStrike }
  'GET /api/office/walk-in-strikes/:id': { response: WalkInStrike }
  'POST /api/office/walk-in-strikes/:id/approval': {
    body: { expected: StrikeCounts }
    response: WalkInStrike
  }
  'POST /api/office/walk-in-strikes/:id/withdrawal': { response: WalkInStrike }
}
