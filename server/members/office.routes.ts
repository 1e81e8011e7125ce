import { ListQuerySchema, listOf } from '../../domain/office/contract.ts'
import {
  type ListedMember,
  ListedMemberSchema,
  MEMBER_TABS,
} from '../../domain/office/member-shapes.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { App, Deps } from '../deps.ts'
import { sendList } from '../http/list.ts'
import { logExport } from '../staff/exports.ts'
import { permitted } from '../staff/guard.ts'
import { countMembers, listMembers } from './office.queries.ts'

export function membersOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  app.get(
    '/api/office/members',
    {
      ...permitted(deps, 'members.read'),
      schema: { querystring: ListQuerySchema, response: { 200: listOf(ListedMemberSchema) } },
    },
    (request, reply) =>
      sendList(request, reply, {
        name: 'members',
        load: async (page) => {
          const { q: search = '', sort } = request.query
          const tab = MEMBER_TABS.find((known) => known === request.query.tab) ?? 'all'
          const asked = { search, now: deps.now() }
          const isNewestFirst = sort === 'newest'
          const [rows, tabs] = await Promise.all([
            listMembers(db, { ...asked, ...page, tab, isNewestFirst }),
            countMembers(db, asked),
          ])
          return { rows: rows.map(toListed), tabs, total: tabs[tab] }
        },
        keyOf: ({ id }) => [id],
        exported: (rows) => logExport(deps, request, { list: 'members', rows }),
      }),
  )
}

function toListed(row: Awaited<ReturnType<typeof listMembers>>[number]): ListedMember {
  const { next, nextEvent } = row
  return {
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    phone: row.phone,
    date_of_birth: row.dateOfBirth,
    next_appointment: next && {
      event_id: next.eventId,
      event_name: nextEvent ?? '',
      date: ukDate(next.startsAt),
      time: ukTime(next.startsAt),
    },
  }
}
