import { namesNobody, readMemberSearch } from '../../../domain/office/member-search.ts'
import { hasPermission, type Permission } from '../../../domain/office/permissions.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { listPayments, searchPayments } from '../../checkout/payments/office.queries.ts'
import type { App, Deps } from '../../deps.ts'
import { listOfficeEvents } from '../../events/office.queries.ts'
import { rankFound } from '../../members/search.queries.ts'
import { serve } from '../../platform/http/serve.ts'
import { staffOf } from '../../staff/guard.ts'
import { listMembers } from '../people/office.queries.ts'
import { toListed } from '../people/office.routes.ts'

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

  async function findMembers({ search, now }: Params) {
    if (namesNobody(readMemberSearch(search))) return []
    const page = { tab: 'all', isNewestFirst: false, after: null, limit: MOST } as const
    const found = await rankFound(db, search)
    const rows = await listMembers(db, { found, now, ...page })
    return rows.map((row) => ({
      ...toListed(row),
      is_alike: found?.alikeIds.has(row.id) ?? false,
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
    if (namesNobody(readMemberSearch(params.search))) return []
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
