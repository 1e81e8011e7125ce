import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { ownDay } from '../check-in/own-day.ts'
import { previewStrike, readHelpers, readStrike } from './read-strike.ts'
import { approveStrike, requestStrike, withdrawStrike } from './strike-walk-ins.ts'

export function walkInStrikesOfficeRoutes(app: App, deps: Deps): void {
  const { database, now } = deps

  serve(app, 'GET /api/office/days/:id/walk-ins', async (request) => {
    const event = await ownDay(deps, request)
    return database.transaction((tx) => readHelpers(tx, event))
  })

  serve(app, 'POST /api/office/walk-in-strikes', async (request, reply) => {
    const by = staffOf(request)
    const { body } = request
    const about = { staffId: body.staff_id, since: new Date(body.since) }
    if (body.dry_run)
      return database.transaction((tx) => previewStrike(tx, { ...about, by, now: now() }))
    const strike = await database.transaction(async (tx) => {
      const { reason, expected } = body
      const id = await requestStrike(tx, deps, { ...about, reason, expected }, by)
      return readStrike(tx, { id, by, now: now() })
    })
    deps.jobs.kick(['mail'])
    return reply.code(201).send(strike)
  })

  serve(app, 'GET /api/office/walk-in-strikes/:id', (request) =>
    read(publicId(request.params.id), staffOf(request)),
  )

  serve(app, 'POST /api/office/walk-in-strikes/:id/approval', async (request) => {
    const id = publicId(request.params.id)
    const by = staffOf(request)
    await approveStrike(deps, { id, expected: request.body.expected }, by)
    return read(id, by)
  })

  serve(app, 'POST /api/office/walk-in-strikes/:id/withdrawal', async (request) => {
    const id = publicId(request.params.id)
    const by = staffOf(request)
    await database.transaction((tx) => withdrawStrike(tx, deps, id, by))
    deps.jobs.kick(['mail'])
    return read(id, by)
  })

  function read(id: number, by: ReturnType<typeof staffOf>) {
    return database.transaction((tx) => readStrike(tx, { id, by, now: now() }))
  }
}
