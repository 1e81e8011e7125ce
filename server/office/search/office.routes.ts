import { readMemberSearch } from '../../../domain/office/member-search.ts'
import { hasPermission, type Permission } from '../../../domain/office/permissions.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { listPayments, searchPayments } from '../../checkout/payments/office.queries.ts'
import type { App, Deps } from '../../deps.ts'
import { listOfficeEvents } from '../../events/office.queries.ts'
import { latinNameOf } from '../../members/latin-columns.ts'
import { searchMembers } from '../../members/search.queries.ts'
import { serve } from '../../platform/http/serve.ts'
import { staffOf } from '../../staff/guard.ts'
import { listMembers } from '../people/office.queries.ts'

const MOST = 5

type Params = { search: string; now: Date }

/** The search box of the office: members, events and payments by name, contact or reference. */
export function searchRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serve(app, 'GET /api/office/search', async (request) => {
    const { roles } = staffOf(request)
    const params = { search: request.query.q, now: deps.now() }
    const ifPermitted = async <T>(permission: Permission, find: (params: Params) => Promise<T>) =>
      hasPermission(roles, permission) ? find(params) : null
    const [members, events, payments] = await Promise.all([
      ifPermitted('members.read', findMembers),
      ifPermitted('events.read', findEvents),
      ifPermitted('payments.read', findPayments),
    ])
    return { members, events, payments }
  })

  async function findMembers(params: Params) {
    if (namesNobody(params)) return []
    const page = { tab: 'all', isNewestFirst: false, after: null, limit: MOST } as const
    const found = await searchMembers(db, params.search)
    const rows = await listMembers(db, { found, now: params.now, ...page })
    return rows.map((row) => ({
      id: row.id,
      first_name: row.firstName,
      last_name: row.lastName,
      ...latinNameOf(row),
      email: row.email,
      date_of_birth: row.dateOfBirth,
    }))
  }

  async function findEvents(params: Params) {
    const rows = await listOfficeEvents(db, { ...params, tab: null, after: null, limit: MOST })
    return rows.map(({ id, name, startsAt, city, status }) => ({
      event_id: id,
      event_name: name,
      event_date: ukDate(startsAt),
      city,
      state: status,
    }))
  }

  async function findPayments(params: Params) {
    if (namesNobody(params)) return []
    const page = { tab: 'all', after: null, limit: MOST } as const
    const matches = await searchPayments(db, params.search)
    const rows = await listPayments(db, { matches, now: params.now, ...page })
    return rows.map((payment) => ({
      id: payment.id,
      reference: payment.orderId,
      member_name: `${payment.firstName} ${payment.lastName}`,
      event_name: payment.eventName,
      state: payment.state,
      amount_pence: payment.amountPence,
      begun_at: payment.createdAt.toISOString(),
    }))
  }
}

/** The lists show all of their rows for such a search. */
function namesNobody({ search }: Params): boolean {
  const { words, dateOfBirth } = readMemberSearch(search)
  return words.length === 0 && dateOfBirth === null
}
