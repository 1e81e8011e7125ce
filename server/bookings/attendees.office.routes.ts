import type { FastifyRequest } from 'fastify'
import {
  ATTENDEE_TABS,
  type Attendee,
  AttendeeSchema,
  type WaitingRow,
  WaitingRowSchema,
} from '../../domain/office/attendee-shapes.ts'
import { ListQuerySchema, listOf } from '../../domain/office/contract.ts'
import { ukDate, ukInstant, ukTime } from '../../domain/uk-time.ts'
import type { App, Deps } from '../deps.ts'
import { findEventRecord } from '../events/office.queries.ts'
import { type Key, type Page, sendList } from '../http/list.ts'
import { Refused } from '../http/refused.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { logExport } from '../staff/exports.ts'
import { permitted } from '../staff/guard.ts'
import { countAttendees, listAttendees, listWaiting } from './attendees.queries.ts'

export function attendeesOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  app.get(
    '/api/office/events/:id/attendees',
    {
      ...permitted(deps, 'members.read'),
      schema: {
        params: IdInPath,
        querystring: ListQuerySchema,
        response: { 200: listOf(AttendeeSchema) },
      },
    },
    async (request, reply) => {
      const eventId = await existingEvent(request.params.id)
      const { q: search = '' } = request.query
      const tab = ATTENDEE_TABS.find((one) => one === request.query.tab) ?? 'booked'
      const asked = { eventId, search }
      return sendList(request, reply, {
        name: `attendees-${eventId}`,
        load: async (page) => {
          const tabs = await countAttendees(db, asked)
          const load = tab === 'waiting' ? waitingAttendees : bookedAttendees
          return { rows: await load({ ...asked, tab, page }), tabs, total: tabs[tab] }
        },
        keyOf: ({ date, time, appointment_id, wait_id }) => [
          date && time ? ukInstant(date, time).getTime() : 0,
          appointment_id ?? wait_id ?? 0,
        ],
        exported: exported(request, `attendees of event ${eventId}`),
      })
    },
  )

  app.get(
    '/api/office/events/:id/waiting-list',
    {
      ...permitted(deps, 'members.read'),
      schema: {
        params: IdInPath,
        querystring: ListQuerySchema,
        response: { 200: listOf(WaitingRowSchema) },
      },
    },
    async (request, reply) => {
      const eventId = await existingEvent(request.params.id)
      const asked = { eventId, search: request.query.q ?? '' }
      return sendList(request, reply, {
        name: `waiting-list-${eventId}`,
        load: async ({ after, limit }) => {
          const rows = await listWaiting(db, { ...asked, afterId: numberIn(after, 0), limit })
          return { rows: rows.map(toWaiting), total: (await countAttendees(db, asked)).waiting }
        },
        keyOf: ({ wait_id }) => [wait_id],
        exported: exported(request, `waiting list of event ${eventId}`),
      })
    },
  )

  function exported(request: FastifyRequest, list: string) {
    return (rows: number) => logExport(deps, request, { list, rows })
  }

  async function existingEvent(id: string): Promise<number> {
    const eventId = publicId(id)
    if (!(await findEventRecord(db, eventId))) throw new Refused('not_found')
    return eventId
  }

  type Asked = { eventId: number; search: string; tab: (typeof ATTENDEE_TABS)[number]; page: Page }

  async function bookedAttendees({ tab, page, ...asked }: Asked): Promise<Attendee[]> {
    const { after, limit } = page
    const id = numberIn(after, 1)
    const startsAt = new Date(numberIn(after, 0))
    const status = tab === 'cancelled' ? 'cancelled' : 'booked'
    const rows = await listAttendees(db, {
      ...asked,
      status,
      limit,
      after: after && { startsAt, id },
    })
    return rows.map((row) => ({
      ...toMember(row),
      appointment_id: row.id,
      wait_id: null,
      reference: row.reference,
      date: ukDate(row.startsAt),
      time: ukTime(row.startsAt),
      payment_status: row.paymentStatus,
      price: row.pricePence,
      paid: row.paid && (row.paid.capturedPence ?? row.paid.amountPence),
      refund: row.refund && { amount: row.refund.amountPence, state: row.refund.state },
      waiting_since: null,
    }))
  }

  async function waitingAttendees({ page, ...asked }: Asked): Promise<Attendee[]> {
    const rows = await listWaiting(db, {
      ...asked,
      afterId: numberIn(page.after, 1),
      limit: page.limit,
    })
    return rows.map((row) => ({
      ...toMember(row),
      appointment_id: null,
      wait_id: row.id,
      reference: null,
      date: null,
      time: null,
      payment_status: null,
      price: null,
      paid: null,
      refund: null,
      waiting_since: row.joinedAt.toISOString(),
    }))
  }
}

function toWaiting(row: Awaited<ReturnType<typeof listWaiting>>[number]): WaitingRow {
  return {
    wait_id: row.id,
    ...toMember(row),
    joined_at: row.joinedAt.toISOString(),
    status: row.status === 'offered' ? 'offered' : 'waiting',
    offered_until: row.offeredUntil?.toISOString() ?? null,
  }
}

function toMember(row: {
  memberId: number
  firstName: string
  lastName: string
  email: string
  phone: string
}) {
  const { memberId, firstName, lastName, email, phone } = row
  return { member_id: memberId, name: `${firstName} ${lastName}`, email, phone }
}

/** 0 for what is no whole number. */
function numberIn(after: Key | null, place: number): number {
  const value = Number(after?.[place])
  return Number.isSafeInteger(value) && Math.abs(value) < 8e15 ? value : 0
}
