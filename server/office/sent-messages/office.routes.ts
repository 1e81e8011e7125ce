import type { App, Deps } from '../../deps.ts'
import {
  countMailJobs,
  listMailJobs,
  type MailJob,
  retryFailedMail,
} from '../../messages/mail-jobs/mail-jobs.queries.ts'
import { openMessage, openReason } from '../../messages/mails/sealed-mail.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'

export function mailsOfficeRoutes(app: App, deps: Deps): void {
  const { database, fieldKeys, now } = deps

  serveList(app, deps, 'GET /api/office/mails', (request) => ({
    name: 'mails',
    load: async ({ after, limit }) => {
      const tab = request.query.tab === 'waiting' ? 'waiting' : 'failed'
      const key = after ? { at: String(after[0]), id: String(after[1]) } : null
      const [rows, tabs] = await Promise.all([
        listMailJobs(database.db, { tab, after: key, limit }),
        countMailJobs(database.db),
      ])
      return { rows: rows.map(toRow), tabs, total: tabs[tab] }
    },
    keyOf: ({ queued_at: at, id }) => [at, id],
  }))

  serve(app, 'POST /api/office/mails/:id/retry', async (request, reply) => {
    const { id } = request.params
    await commit(deps, async (tx) => {
      if (!(await retryFailedMail(tx, id))) throw new Refused('not_found')
      const { userId: actorUserId } = staffOf(request)
      const subject = `mail ${id}`
      await insertAudit(tx, { by: actorUserId, subject, at: now() }, 'mail sent again')
    })
    return reply.code(204).send(null)
  })

  function toRow(job: MailJob) {
    const mail = openMessage(fieldKeys, job)
    const { queue, id, queuedAt, isFailed } = job
    return {
      id,
      kind: queue,
      queued_at: queuedAt.toISOString(),
      state: isFailed ? ('failed' as const) : ('waiting' as const),
      to: mail?.to ?? null,
      subject: mail?.subject ?? null,
      reason: isFailed ? openReason(fieldKeys, job) : null,
    }
  }
}
