import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { uuidInPath } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { closeDay } from './close-day.ts'
import { listOpenDays } from './list-open-days.ts'
import { ownDay } from './own-day.ts'
import { readDay } from './read-day.ts'
import { readRegistration } from './read-registration.ts'
import { countMissed, readUnresolved } from './read-unresolved.ts'
import { recordActions } from './record-actions.ts'
import { reviewProblem } from './review-problem.ts'

/** Of 200 actions that are all registrations. */
const MOST_BYTES = 1024 * 1024

export function attendanceOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/days', async (request) => ({
    data: await listOpenDays(deps.database.db, staffOf(request), deps.now()),
  }))

  serve(app, 'GET /api/office/days/:id', async (request, reply) => {
    const event = await ownDay(deps, request)
    return reply.send(await readDay(deps, { event, staff: staffOf(request), now: deps.now() }))
  })

  serve(app, 'POST /api/office/days/:id/actions', { bodyLimit: MOST_BYTES }, async (request) => {
    const { id: eventId } = await ownDay(deps, request)
    const { actions } = request.body
    return { results: await recordActions(deps, { eventId, actions }, staffOf(request)) }
  })

  serve(app, 'POST /api/office/days/:id/close', async (request) => {
    const { id: eventId } = await ownDay(deps, request)
    const day = { eventId, ...request.body }
    return { did_not_attend: await closeDay(deps, day, staffOf(request)) }
  })

  serve(app, 'GET /api/office/days/:id/unresolved', async (request, reply) => {
    const { id } = await ownDay(deps, request)
    const { db } = deps.database
    const unresolved = await readUnresolved(db, id)
    const missed = await countMissed(db, { eventId: id, now: deps.now() })
    return reply.send({ ...unresolved, ...missed })
  })

  serve(app, 'POST /api/office/days/:id/problems/:action/review', async (request, reply) => {
    const { id: eventId } = await ownDay(deps, request)
    const actionId = uuidInPath(request.params.action)
    await reviewProblem(deps, { eventId, actionId }, staffOf(request))
    return reply.code(204).send(null)
  })

  serve(app, 'GET /api/office/days/:id/problems/:action/registration', async (request, reply) => {
    const { id: eventId } = await ownDay(deps, request)
    const actionId = uuidInPath(request.params.action)
    const kept = await readRegistration(deps, { eventId, actionId }, staffOf(request))
    return reply.send(kept)
  })
}
