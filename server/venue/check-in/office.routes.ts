import * as z from 'zod/mini'
import { ErrorSchema } from '../../../domain/contract.ts'
import {
  DayActionsSchema,
  DayClosedSchema,
  DayResultsSchema,
  DaySchema,
  DayToCloseSchema,
  OpenDaysSchema,
} from '../../../domain/office/day-shapes.ts'
import { DayUnresolvedSchema } from '../../../domain/office/day-unresolved.ts'
import { KeptRegistrationSchema } from '../../../domain/office/walk-in-shapes.ts'
import type { App, Deps } from '../../deps.ts'
import { IdInPath, uuidInPath } from '../../platform/public-id.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { closeDay } from './close-day.ts'
import { listOpenDays } from './list-open-days.ts'
import { ownDay } from './own-day.ts'
import { readDay } from './read-day.ts'
import { readRegistration } from './read-registration.ts'
import { countMissed, readUnresolved } from './read-unresolved.ts'
import { recordActions } from './record-actions.ts'
import { reviewProblem } from './review-problem.ts'

const ProblemInPath = z.object({ id: z.string(), action: z.string() })

/** Of 200 actions that are all registrations. */
const MOST_BYTES = 1024 * 1024

export function attendanceOfficeRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/office/days',
    { ...permitted(deps, 'days.write'), schema: { response: { 200: OpenDaysSchema } } },
    async (request) => ({
      data: await listOpenDays(deps.database.db, staffOf(request), deps.now()),
    }),
  )

  app.get(
    '/api/office/days/:id',
    {
      ...permitted(deps, 'days.write'),
      schema: { params: IdInPath, response: { 200: DaySchema, '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const event = await ownDay(deps, request)
      return reply.send(await readDay(deps, { event, staff: staffOf(request), now: deps.now() }))
    },
  )

  app.post(
    '/api/office/days/:id/actions',
    {
      ...permitted(deps, 'days.write'),
      bodyLimit: MOST_BYTES,
      schema: {
        params: IdInPath,
        body: DayActionsSchema,
        response: { 200: DayResultsSchema, '4xx': ErrorSchema },
      },
    },
    async (request) => {
      const { id: eventId } = await ownDay(deps, request)
      const { actions } = request.body
      return { results: await recordActions(deps, { eventId, actions }, staffOf(request)) }
    },
  )

  app.post(
    '/api/office/days/:id/close',
    {
      ...permitted(deps, 'days.write'),
      schema: {
        params: IdInPath,
        body: DayToCloseSchema,
        response: { 200: DayClosedSchema, '4xx': ErrorSchema },
      },
    },
    async (request) => {
      const { id: eventId } = await ownDay(deps, request)
      const day = { eventId, ...request.body }
      return { did_not_attend: await closeDay(deps, day, staffOf(request)) }
    },
  )

  app.get(
    '/api/office/days/:id/unresolved',
    {
      ...permitted(deps, 'days.write'),
      schema: { params: IdInPath, response: { 200: DayUnresolvedSchema, '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const { id } = await ownDay(deps, request)
      const { db } = deps.database
      const unresolved = await readUnresolved(db, id)
      const missed = await countMissed(db, { eventId: id, now: deps.now() })
      return reply.send({ ...unresolved, ...missed })
    },
  )

  app.post(
    '/api/office/days/:id/problems/:action/review',
    {
      ...permitted(deps, 'days.write'),
      schema: { params: ProblemInPath, response: { 204: z.null(), '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const { id: eventId } = await ownDay(deps, request)
      const actionId = uuidInPath(request.params.action)
      await reviewProblem(deps, { eventId, actionId }, staffOf(request))
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/api/office/days/:id/problems/:action/registration',
    {
      ...permitted(deps, 'days.write'),
      schema: {
        params: ProblemInPath,
        response: { 200: KeptRegistrationSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const { id: eventId } = await ownDay(deps, request)
      const actionId = uuidInPath(request.params.action)
      const kept = await readRegistration(deps, { eventId, actionId }, staffOf(request))
      return reply.send(kept)
    },
  )
}
