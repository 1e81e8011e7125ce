import { hasPermission, type Permission } from '../../domain/office/permissions.ts'
import { TodaySchema } from '../../domain/office/today-shapes.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { App, Deps } from '../deps.ts'
import { countMailJobs } from '../mail-jobs/mail-jobs.queries.ts'
import { permitted, staffOf } from '../staff/guard.ts'
import {
  countDrafts,
  countErasureRequests,
  countOpenMessages,
  countStuckPayments,
  listComingEvents,
} from './today.queries.ts'

export function todayRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  app.get(
    '/api/office/today',
    { ...permitted(deps, null), schema: { response: { 200: TodaySchema } } },
    async (request) => {
      const { roles } = staffOf(request)
      const now = deps.now()
      const ifPermitted = async <T>(permission: Permission, find: () => Promise<T>) =>
        hasPermission(roles, permission) ? find() : null
      return {
        events: await ifPermitted('events.read', () => comingEvents(now)),
        drafts: await ifPermitted('events.write', () => countDrafts(db)),
        open_messages: await ifPermitted('messages.read', () => countOpenMessages(db)),
        failed_mails: await ifPermitted('mails.read', async () => (await countMailJobs(db)).failed),
        stuck_payments: await ifPermitted('payments.read', () => countStuckPayments(db, now)),
        erasure_requests: await ifPermitted('erasure.write', () => countErasureRequests(db)),
      }
    },
  )

  async function comingEvents(now: Date) {
    const rows = await listComingEvents(db, now)
    return rows.map(({ id, name, startsAt, city, booked, places }) => ({
      event_id: id,
      event_name: name,
      event_date: ukDate(startsAt),
      start_time: ukTime(startsAt),
      city,
      booked,
      places,
    }))
  }
}
