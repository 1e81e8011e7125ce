import * as z from 'zod/mini'
import { ErrorSchema } from '../../../domain/contract.ts'
import {
  TakenSchema,
  TakingSchema,
  UndoTakingSchema,
  WaiverSchema,
} from '../../../domain/office/venue-takings.ts'
import type { App, Deps } from '../../deps.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { recordTaking, waivePayment } from './record-taking.ts'
import { undoTaking } from './undo-taking.ts'

const Waived = z.object({ status: z.literal('success') })
const Undone = Waived
const UNDONE = { status: 'success' } as const
const WAIVED = { status: 'success' } as const

export function takingsOfficeRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/office/appointments/:id/takings',
    {
      ...permitted(deps, 'appointments.write'),
      schema: {
        params: IdInPath,
        body: TakingSchema,
        response: { 201: TakenSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const appointmentId = publicId(request.params.id)
      const taken = await withIdempotencyKey(
        deps,
        { request, caller: staff.userId, shape: TakenSchema },
        async (saveResponse) => ({
          payment_id: await recordTaking(deps, {
            appointmentId,
            staff,
            taking: request.body,
            saveResponse: (tx, payment_id) => saveResponse(tx, { payment_id }),
          }),
        }),
      )
      return reply.code(201).send(taken)
    },
  )

  app.post(
    '/api/office/payments/:id/undo-taking',
    {
      ...permitted(deps, 'appointments.write'),
      schema: {
        params: z.object({ id: z.uuid() }),
        body: UndoTakingSchema,
        response: { 200: Undone, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const { id: paymentId } = request.params
      const { reason } = request.body
      const answer = await withIdempotencyKey(
        deps,
        { request, caller: staff.userId, shape: Undone },
        async (saveResponse) => {
          await undoTaking(deps, {
            paymentId,
            staff,
            reason,
            saveResponse: (tx) => saveResponse(tx, UNDONE),
          })
          return UNDONE
        },
      )
      return reply.send(answer)
    },
  )

  app.post(
    '/api/office/appointments/:id/waiver',
    {
      ...permitted(deps, 'appointments.write'),
      schema: {
        params: IdInPath,
        body: WaiverSchema,
        response: { 200: Waived, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const appointmentId = publicId(request.params.id)
      const { reason } = request.body
      const answer = await withIdempotencyKey(
        deps,
        { request, caller: staff.userId, shape: Waived },
        async (saveResponse) => {
          await waivePayment(deps, {
            appointmentId,
            staff,
            reason,
            saveResponse: (tx) => saveResponse(tx, WAIVED),
          })
          return WAIVED
        },
      )
      return reply.send(answer)
    },
  )
}
