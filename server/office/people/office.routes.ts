import * as z from 'zod/mini'
import type { FileRow } from '../../../domain/office/file-columns.ts'
import { type ListedMember, MEMBER_TABS } from '../../../domain/office/member-schemas.ts'
import { HelpSentSchema } from '../../../domain/office/phone-help.ts'
import { slashDate, ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { contactCells } from '../../members/contact-cells.ts'
import { claimNhsNumber } from '../../members/identity/identity.queries.ts'
import { latinNameOf } from '../../members/latin-columns.ts'
import { findLastChanger, lockProfile } from '../../members/office-record.queries.ts'
import { addMember } from '../../members/profile/add-member.ts'
import { writeProfile } from '../../members/profile/update-profile.ts'
import { ownRecord } from '../../members/record-of.ts'
import { rankFound } from '../../members/search.queries.ts'
import { nhsNumberIndex } from '../../members/user-profile.ts'
import { commit } from '../../platform/commit.ts'
import { idIn } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { messageMember } from './message-member.ts'
import { countMembers, listMembers } from './office.queries.ts'
import { readInTransaction, readOfficeMember } from './office-record.ts'
import { sendConfirmationAgain, sendHelp } from './phone-help.ts'
import { setActive } from './set-active.ts'

export function membersOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/members', (request) => ({
    name: 'members',
    load: async ({ after, limit }) => {
      const { q: search = '', sort } = request.query
      const tab = MEMBER_TABS.find((known) => known === request.query.tab) ?? 'all'
      const params = { found: await rankFound(db, search), now: deps.now() }
      const isNewestFirst = sort === 'newest'
      const [rows, tabs] = await Promise.all([
        listMembers(db, { ...params, after: idIn(after), limit, tab, isNewestFirst }),
        countMembers(db, params),
      ])
      return { rows: rows.map(toListed), tabs, total: tabs[tab] }
    },
    keyOf: ({ id }) => [id],
    fileRows: async (rows) => {
      const ids = rows.map(({ id }) => id)
      const contactOf = await contactCells(db, deps.fieldKeys, ids)
      return rows.map((row) => toFileRow(row, contactOf(row.id)))
    },
  }))

  serve(app, 'POST /api/office/members', async (request, reply) => {
    const staff = staffOf(request)
    const { id } = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape: z.object({ id: z.int() }) },
      (saveResponse) => addMember(deps, { form: request.body, staff, saveResponse }),
    )
    const member = await readOfficeMember(deps, { id, staff, reason: 'booking' })
    return reply.code(201).send(member)
  })

  serve(app, 'GET /api/office/members/:id', async (request) => {
    const { reason = 'booking' } = request.query
    return readOfficeMember(deps, {
      id: publicId(request.params.id),
      staff: staffOf(request),
      reason: reason === 'request' ? 'request of the man' : reason,
    })
  })

  serve(app, 'PUT /api/office/members/:id', async (request) => {
    const { version, reason, ...form } = request.body
    const id = publicId(request.params.id)
    const staff = staffOf(request)
    return commit(deps, async (tx) => {
      // Before the row is locked, to avoid a deadlock.
      if (form.nhs_number)
        await claimNhsNumber(tx, nhsNumberIndex(deps, form.nhs_number), deps.now())
      const row = ownRecord(await lockProfile(tx, id))
      // Who clears the own number in the office could then merge the record with another.
      if (form.nhs_number !== undefined && row.userId === staff.userId)
        throw new Refused('own_record')
      if (row.version !== version)
        throw new Refused('changed_meanwhile', { by: await findLastChanger(tx, id) })
      const change = { row, form, now: deps.now(), actorUserId: staff.userId }
      await writeProfile(tx, deps, { ...change, why: { reason: reason || null } })
      return readInTransaction(tx, deps, { id, staff, reason: 'booking' })
    })
  })

  serve(app, 'POST /api/office/members/:id/help', async (request) => {
    const memberId = publicId(request.params.id)
    const to = await sendHelp(deps, { memberId, help: request.body, staff: staffOf(request) })
    return { sent_to: to }
  })

  serve(app, 'POST /api/office/members/:id/messages', async (request, reply) => {
    const memberId = publicId(request.params.id)
    const staff = staffOf(request)
    const sent = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape: HelpSentSchema },
      (saveResponse) =>
        messageMember(deps, { memberId, message: request.body, staff, saveResponse }),
    )
    return reply.code(201).send(sent)
  })

  serve(app, 'POST /api/office/sign-up-confirmations', async (request, reply) => {
    await sendConfirmationAgain(deps, { ...request.body, staff: staffOf(request) })
    return reply.code(204).send(null)
  })

  serve(app, 'PUT /api/office/members/:id/active', (request) =>
    setActive(deps, {
      ...request.body,
      id: publicId(request.params.id),
      staff: staffOf(request),
    }),
  )
}

function toFileRow(row: ListedMember, contact: FileRow): FileRow {
  const { next_appointment: next } = row
  return {
    Number: row.id,
    'First name': row.first_name,
    'Last name': row.last_name,
    'In Latin letters': row.latin_name ?? null,
    Born: slashDate(row.date_of_birth),
    ...contact,
    'Next appointment': next && `${slashDate(next.date)} ${next.time}`,
    'Next event': next?.event_name ?? null,
  }
}

/** A row of the list and of the search box. */
export function toListed(row: Awaited<ReturnType<typeof listMembers>>[number]): ListedMember {
  const { next, nextEvent } = row
  return {
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    ...latinNameOf(row),
    email: row.email,
    phone: row.phone,
    town: row.town,
    postcode: row.postcode,
    date_of_birth: row.dateOfBirth,
    next_appointment: next && {
      event_id: next.eventId,
      event_name: nextEvent ?? '',
      date: ukDate(next.startsAt),
      time: ukTime(next.startsAt),
    },
  }
}
