import * as z from 'zod/mini'
import { ErrorSchema } from '../../../domain/contract.ts'
import {
  DoorHelpersSchema,
  NewStrikeSchema,
  StrikeApprovalSchema,
  StrikePreviewSchema,
  WalkInStrikeSchema,
} from '../../../domain/office/walk-in-strikes.ts'
import type { App, Deps } from '../../deps.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { ownDay } from '../check-in/own-day.ts'
import { previewStrike, readHelpers, readStrike } from './read-strike.ts'
import { approveStrike, requestStrike, withdrawStrike } from './strike-walk-ins.ts'

export function walkInStrikesOfficeRoutes(app: App, deps: Deps): void {
  const { database, now } = deps

  app.get(
    '/api/office/days/:id/walk-ins',
    {
      ...permitted(deps, 'appointments.write'),
      schema: { params: IdInPath, response: { 200: DoorHelpersSchema, '4xx': ErrorSchema } },
    },
    async (request) => {
      const event = await ownDay(deps, request)
      return database.transaction((tx) => readHelpers(tx, event))
    },
  )

  app.post(
    '/api/office/walk-in-strikes',
    {
      ...permitted(deps, 'appointments.write'),
      schema: {
        body: NewStrikeSchema,
        response: { 200: StrikePreviewSchema, 201: WalkInStrikeSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
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
    },
  )

  const one = {
    ...permitted(deps, 'actions.confirm'),
    schema: { params: IdInPath, response: { 200: WalkInStrikeSchema, '4xx': ErrorSchema } },
  }
  app.get('/api/office/walk-in-strikes/:id', one, (request) =>
    read(publicId(request.params.id), staffOf(request)),
  )

  app.post(
    '/api/office/walk-in-strikes/:id/approval',
    { ...one, schema: { ...one.schema, body: StrikeApprovalSchema } },
    async (request) => {
      const id = publicId(request.params.id)
      const by = staffOf(request)
      await approveStrike(deps, { id, expected: request.body.expected }, by)
      return read(id, by)
    },
  )

  app.post(
    '/api/office/walk-in-strikes/:id/withdrawal',
    { ...one, schema: { ...one.schema, body: z.optional(z.object({})) } },
    async (request) => {
      const id = publicId(request.params.id)
      const by = staffOf(request)
      await database.transaction((tx) => withdrawStrike(tx, deps, id, by))
      deps.jobs.kick(['mail'])
      return read(id, by)
    },
  )

  function read(id: number, by: ReturnType<typeof staffOf>) {
    return database.transaction((tx) => readStrike(tx, { id, by, now: now() }))
  }
}
