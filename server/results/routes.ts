import * as z from 'zod/mini'
import {
  ErrorSchema,
  GpAppointmentSchema,
  MedicalResultSchema,
  MedicalResultsSchema,
} from '../../domain/contract.ts'
import type { App, Deps } from '../deps.ts'
import { signedInMember } from '../members/signed-in-member.ts'
import { needsProvenOwner } from '../platform/http/proven-owner.ts'
import { Refused } from '../platform/http/refused.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { enterGpAppointment } from './enter-gp-appointment.ts'
import { readResult, readResults } from './read-results.ts'

export function resultsRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/medical/results/:id',
    {
      onRequest: needsProvenOwner(deps),
      schema: {
        params: IdInPath,
        response: { 200: MedicalResultsSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const member = await signedInMember(deps, request)
      if (publicId(request.params.id) !== member.id) throw new Refused('not_found')
      const results = await readResults(deps, { member, address: request.ip })
      return reply.send(results)
    },
  )
  app.get(
    '/api/medical/results/:id/:result',
    {
      onRequest: needsProvenOwner(deps),
      schema: {
        params: ResultInPath,
        response: { 200: z.object({ data: MedicalResultSchema }), '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const member = await signedInMember(deps, request)
      const { id, result } = request.params
      if (publicId(id) !== member.id) throw new Refused('not_found')
      const reader = { member, address: request.ip }
      const data = await readResult(deps, reader, publicId(result))
      return reply.send({ data })
    },
  )
  app.put(
    '/api/medical/results/:id/:result/gp-appointment',
    {
      onRequest: needsProvenOwner(deps),
      schema: {
        params: ResultInPath,
        body: GpAppointmentSchema,
        response: { 200: z.object({ status: z.literal('success') }), '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const member = await signedInMember(deps, request)
      const { id, result } = request.params
      if (publicId(id) !== member.id) throw new Refused('not_found')
      const { day } = request.body
      await enterGpAppointment(deps, { member, resultId: publicId(result), day })
      return reply.send({ status: 'success' as const })
    },
  )
}

const ResultInPath = z.object({ id: z.string(), result: z.string() })
