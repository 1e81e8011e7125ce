import type { Staff } from '../../domain/office/contract.ts'
import { permissionsOf } from '../../domain/office/permissions.ts'
import { lacksSecondPerson } from '../../domain/office/second-people.ts'
import type { App, Deps } from '../deps.ts'
import { Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { endClinicianAbsence, enterAbsence, readAbsences } from './absences.ts'
import { addStaff, changeStaff } from './change-staff.ts'
import { askForRemoval, stopRemoval } from './factor-removals.ts'
import { staffOf } from './guard.ts'
import { serveList } from './office-list.ts'
import { countStaff, findStaff, listRoles, listStaff, type StaffRow } from './staff.queries.ts'
import { inviteAgain, readStaffAccount, signOutEverywhere } from './staff-account.ts'

export function staffRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serve(app, 'GET /api/office/me', async (request) => {
    const { name, roles } = staffOf(request)
    return { name, roles, permissions: permissionsOf(roles) }
  })

  serve(app, 'GET /api/office/openapi.json', { hide: true }, () => app.swagger())

  serveList(app, deps, 'GET /api/office/staff', (request) => ({
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
  }))

  serve(app, 'POST /api/office/staff', async (request, reply) => {
    const added = await addStaff(deps, request.body, staffOf(request))
    return reply.code(201).send(toStaff(added))
  })

  serve(app, 'GET /api/office/staff/:id', async (request) => {
    const row = await findStaff(db, publicId(request.params.id))
    if (!row) throw new Refused('not_found')
    return toStaff(row)
  })

  serve(app, 'GET /api/office/staff/:id/account', (request) =>
    readStaffAccount(deps, publicId(request.params.id)),
  )

  serve(app, 'POST /api/office/staff/:id/invitation', async (request, reply) => {
    await inviteAgain(deps, { id: publicId(request.params.id), by: staffOf(request) })
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/staff/:id/sign-out', async (request, reply) => {
    await signOutEverywhere(deps, { id: publicId(request.params.id), by: staffOf(request) })
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/staff/:id/factor-removal', async (request, reply) => {
    const of = { id: publicId(request.params.id), by: staffOf(request) }
    await askForRemoval(deps, of, request.body.reason)
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/staff/:id/factor-removal/stop', async (request, reply) => {
    await stopRemoval(deps, { id: publicId(request.params.id), by: staffOf(request) })
    return reply.code(204).send(null)
  })

  serve(app, 'GET /api/office/absences', (request) =>
    readAbsences(db, staffOf(request), deps.now()),
  )

  serve(app, 'POST /api/office/absences', async (request, reply) => {
    await enterAbsence(deps, request.body, staffOf(request))
    return reply.code(201).send(await readAbsences(db, staffOf(request), deps.now()))
  })

  serve(app, 'POST /api/office/absences/:id/end', async (request) => {
    await endClinicianAbsence(deps, publicId(request.params.id), staffOf(request))
    return readAbsences(db, staffOf(request), deps.now())
  })

  serve(app, 'GET /api/office/staff-cover', async () => ({
    lacking: lacksSecondPerson(await listRoles(db)),
  }))

  serve(app, 'PUT /api/office/staff/:id', async (request) => {
    const id = publicId(request.params.id)
    return toStaff(await changeStaff(deps, { id, ...request.body }, staffOf(request)))
  })
}

function toStaff(row: StaffRow): Staff {
  const { id, email, name, roles, eventIds, leadEventIds, since, until, version, lastSeenAt } = row
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
    last_seen_at: lastSeenAt?.toISOString() ?? null,
  }
}
