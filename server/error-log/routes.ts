import * as z from 'zod/mini'
import { ErrorReportSchema, ErrorSchema } from '../../domain/contract.ts'
import { takeOrRefuse } from '../guesses/take-or-refuse.ts'
import type { App, Parts } from '../parts.ts'
import { insertErrorReport } from './queries.ts'
import { scrub } from './scrub.ts'

/** The contract's longest report in escaped JSON, four bytes a character, with some room. */
const LONGEST_BODY = 8 * 1024

// One fault on every page of a busy day is told often enough by the first of these; more only fills
// the disk. One address is stopped long before (server/limits.ts).
const MOST_REPORTS = { limit: 500, windowMs: 3_600_000 }
const EVERYBODYS_REPORTS = { what: 'error reports', who: Buffer.alloc(32) }

/** Faults that pages report of themselves: anonymous, never echoed (spec §7). */
export function errorLogRoutes(app: App, parts: Parts): void {
  app.post(
    '/api/logs/error',
    {
      bodyLimit: LONGEST_BODY,
      schema: {
        body: ErrorReportSchema,
        response: { 202: z.object({ status: z.literal('success') }), '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const { errorMessage, description } = request.body
      const { db } = parts.database
      await takeOrRefuse(db, EVERYBODYS_REPORTS, { ...MOST_REPORTS, now: parts.now() })
      await insertErrorReport(db, {
        message: scrub(errorMessage),
        description: description ? scrub(description) : null,
        at: parts.now(),
      })
      return reply.code(202).send({ status: 'success' })
    },
  )
}
