import * as z from 'zod/mini'
import { ErrorReportSchema, ErrorSchema } from '../../domain/contract.ts'
import type { App, Deps } from '../deps.ts'
import { keepReport } from './keep-report.ts'
import { violationsIn } from './policy-reports.ts'

/** The contract's longest report in escaped JSON, four bytes a character, with some room. */
const LONGEST_BODY = 8 * 1024

/** One fault on every page of a busy day is told often enough by the first of these. */
const ERROR_REPORTS = { what: 'error reports', perAddress: 20, allKept: 500 }

/** One wrong policy is reported by every visitor of a page. */
const POLICY_REPORTS = { what: 'policy reports', perAddress: 20, allKept: 100 }
/** What browsers send: to `report-uri`, and to `report-to`. */
const REPORT_TYPES = ['application/csp-report', 'application/reports+json']
/** A batch of reports, each with the whole policy. */
const LONGEST_BATCH = 32 * 1024

/** Faults that pages report of themselves: anonymous, never echoed (spec §7). */
export function errorLogRoutes(app: App, deps: Deps): void {
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
      const { errorMessage: message, description = null } = request.body
      await keepReport(deps, ERROR_REPORTS, { message, description, address: request.ip })
      return reply.code(202).send({ status: 'success' })
    },
  )

  app.register(async (own: App) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(
      REPORT_TYPES,
      { parseAs: 'string' },
      own.getDefaultJsonParser('error', 'error'),
    )
    own.post(
      '/api/logs/policy',
      {
        bodyLimit: LONGEST_BATCH,
        config: { calledBy: 'browser' },
        schema: { response: { 204: z.null(), '4xx': ErrorSchema } },
      },
      async (request, reply) => {
        const found = violationsIn(request.body, deps.settings.publicUrl)
        for (const violation of found) {
          await keepReport(deps, POLICY_REPORTS, { ...violation, address: request.ip })
        }
        return reply.code(204).send(null)
      },
    )
  })
}
