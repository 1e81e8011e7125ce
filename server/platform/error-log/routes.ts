import type { App, Deps } from '../../deps.ts'
import { serve } from '../http/serve.ts'
import { violationsIn } from './policy-reports.ts'
import { saveReport } from './save-report.ts'

const MAX_BODY_BYTES = 8 * 1024

/** The first reports of a fault that affects every page are enough. */
const ERROR_REPORTS = { name: 'error reports', sampleAfter: 500 } as const

const POLICY_REPORTS = { name: 'policy reports', sampleAfter: 100 } as const
const REPORT_TYPES = ['application/csp-report', 'application/reports+json']
const MAX_BATCH_BYTES = 32 * 1024

/** Anonymous fault reports of pages, never echoed (rules §7.5). */
export function errorLogRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/logs/error', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const { errorMessage: message, description = null } = request.body
    await saveReport(deps, ERROR_REPORTS, { message, description, address: request.ip })
    return reply.code(202).send({ status: 'success' })
  })

  app.register(async (own: App) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(
      REPORT_TYPES,
      { parseAs: 'string' },
      own.getDefaultJsonParser('error', 'error'),
    )
    serve(
      own,
      'POST /api/logs/policy',
      { bodyLimit: MAX_BATCH_BYTES, calledBy: 'browser' },
      async (request, reply) => {
        const violations = violationsIn(request.body, deps.settings.publicUrl)
        for (const violation of violations) {
          await saveReport(deps, POLICY_REPORTS, { ...violation, address: request.ip })
        }
        return reply.code(204).send(null)
      },
    )
  })
}
