import { SUBSCRIPTION_TABS } from '../../../domain/office/desk-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import { serveList } from '../../staff/office-list.ts'
import { countSubscriptions, listSubscriptions } from './newsletter.queries.ts'

export function subscriptionsOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/subscriptions', (request) => ({
    name: 'newsletter',
    load: async ({ after, limit }) => {
      const { q: search = '' } = request.query
      const tab = SUBSCRIPTION_TABS.find((known) => known === request.query.tab) ?? 'confirmed'
      const last = after ? String(after[0]) : null
      const [rows, tabs] = await Promise.all([
        listSubscriptions(db, { tab, search, after: last, limit }),
        countSubscriptions(db, search),
      ])
      return { rows: rows.map(toRow), tabs, total: tabs[tab] }
    },
    keyOf: ({ email }) => [email],
  }))
}

function toRow(row: Awaited<ReturnType<typeof listSubscriptions>>[number]) {
  const { email, name, hearAboutEvent, state, askedAt, confirmedAt, leftAt } = row
  return {
    email,
    name,
    hears_about_events: hearAboutEvent,
    state,
    asked_at: askedAt.toISOString(),
    confirmed_at: confirmedAt?.toISOString() ?? null,
    left_at: leftAt?.toISOString() ?? null,
  }
}
