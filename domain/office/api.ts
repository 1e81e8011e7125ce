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
import type { ListedMember, MemberChange, OfficeMember } from './member-shapes.ts'
import type { Today } from './today-shapes.ts'

/** The calls of the office's screens, as domain/api.ts has those of the site. */
export interface OfficeApi {
  'GET /api/office/me': { response: OfficeMe }
  'GET /api/office/today': { response: Today }
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
}
