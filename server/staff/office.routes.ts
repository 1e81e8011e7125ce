import {
  ListQuerySchema,
  listOf,
  NewStaffSchema,
  OfficeMeSchema,
  type Staff,
  StaffChangeSchema,
  StaffSchema,
} from '../../domain/office/contract.ts'
import { permissionsOf } from '../../domain/office/permissions.ts'
import type { App, Deps } from '../deps.ts'
import { sendList } from '../platform/http/list.ts'
import { Refused } from '../platform/http/refused.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { addStaff, changeStaff } from './change-staff.ts'
import { logExport } from './exports.ts'
import { permitted, staffOf } from './guard.ts'
import { countStaff, findStaff, listStaff, type StaffRow } from './staff.queries.ts'

export function staffRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  app.get(
    '/api/office/me',
    { ...permitted(deps, null), schema: { response: { 200: OfficeMeSchema } } },
    async (request) => {
      const { name, roles } = staffOf(request)
      return { name, roles, permissions: permissionsOf(roles) }
    },
  )

  app.get('/api/office/openapi.json', { ...permitted(deps, null), schema: { hide: true } }, () =>
    app.swagger(),
  )

  app.get(
    '/api/office/staff',
    {
      ...permitted(deps, 'staff.write'),
      schema: { querystring: ListQuerySchema, response: { 200: listOf(StaffSchema) } },
    },
    (request, reply) =>
      sendList(request, reply, {
        name: 'staff',
        load: async (page) => {
          const { q = '', tab = 'working' } = request.query
          const [rows, tabs] = await Promise.all([
            listStaff(db, { ...page, search: q, isWorking: tab !== 'ended' }),
            countStaff(db, q),
          ])
          return {
            rows: rows.map(toStaff),
            tabs,
            total: tabs[tab === 'ended' ? 'ended' : 'working'],
          }
        },
        keyOf: ({ name, id }) => [name, id],
        exported: (rows) => logExport(deps, request, { list: 'staff', rows }),
      }),
  )

  app.post(
    '/api/office/staff',
    {
      ...permitted(deps, 'staff.write'),
      schema: { body: NewStaffSchema, response: { 201: StaffSchema } },
    },
    async (request, reply) => {
      const added = await addStaff(deps, request.body, staffOf(request))
      return reply.code(201).send(toStaff(added))
    },
  )

  app.get(
    '/api/office/staff/:id',
    {
      ...permitted(deps, 'staff.write'),
      schema: { params: IdInPath, response: { 200: StaffSchema } },
    },
    async (request) => {
      const row = await findStaff(db, publicId(request.params.id))
      if (!row) throw new Refused('not_found')
      return toStaff(row)
    },
  )

  app.put(
    '/api/office/staff/:id',
    {
      ...permitted(deps, 'staff.write'),
      schema: { params: IdInPath, body: StaffChangeSchema, response: { 200: StaffSchema } },
    },
    async (request) => {
      const id = publicId(request.params.id)
      return toStaff(await changeStaff(deps, { id, ...request.body }, staffOf(request)))
    },
  )
}

function toStaff(row: StaffRow): Staff {
  const { id, email, name, roles, eventIds, leadEventIds, since, until, version } = row
  return {
    id,
    email,
    name,
    roles,
    version,
    event_ids: eventIds,
    lead_event_ids: leadEventIds,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
  }
}
