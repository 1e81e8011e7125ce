import { MAIL_TEXT_KINDS, type MailTextKind, whyNotMailText } from '../../domain/mail-texts.ts'
import type { App, Deps } from '../deps.ts'
import { writeDraft } from '../messages/mails/letter.ts'
import { listMailTexts, lockMailText, saveMailText } from '../messages/mails/mail-texts.queries.ts'
import { sampleMail } from '../messages/mails/sample-mails.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { staffOf } from '../staff/guard.ts'
import { refuseStale } from './stale-version.ts'

/** The charity's own words in mails about appointments. */
export function mailTextsOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/mail-texts', async () => {
    const rows = await listMailTexts(deps.database.db)
    const data = MAIL_TEXT_KINDS.map((kind) => {
      const { text = '', version = 0 } = rows.find((row) => row.kind === kind) ?? {}
      return { kind, text, version }
    })
    return { data }
  })

  serve(app, 'PUT /api/office/mail-texts/:kind', async (request) => {
    const { kind } = request.params
    const { text, version } = request.body
    checkText(kind, text)
    const staff = staffOf(request)
    return commit(deps, async (tx) => {
      const before = await lockMailText(tx, kind)
      await refuseStale(tx, before ?? { version: 0, changedBy: null }, version)
      const values = { kind, text, changedBy: staff.id, isFirst: before === null }
      const saved = await saveMailText(tx, values)
      if (saved === null) throw new Refused('changed_meanwhile', { by: null })
      await insertAudit(
        tx,
        { by: staff, subject: `mail text ${kind}`, at: deps.now() },
        'text of a mail changed',
        { before: { text: before?.text ?? '' }, after: { text } },
      )
      return { kind, text, version: saved }
    })
  })

  serve(app, 'POST /api/office/mail-texts/:kind/preview', async (request) => {
    const { charity } = await deps.site.present()
    return writeDraft(sampleFor(request), charity)
  })

  /** To the person who asks, and nobody else. */
  serve(app, 'POST /api/office/mail-texts/:kind/test-mail', async (request, reply) => {
    const mail = sampleFor(request)
    const subject = `Test: ${mail.subject}`
    await commit(deps, (tx) => deps.jobs.enqueue(tx, 'mail', { ...mail, subject }))
    return reply.code(204).send(null)
  })

  function sampleFor(
    request: Parameters<typeof staffOf>[0] & {
      params: { kind: MailTextKind }
      body: { text: string }
    },
  ) {
    const { kind } = request.params
    const { text } = request.body
    checkText(kind, text)
    const { publicUrl } = deps.settings
    return sampleMail({ kind, text, to: staffOf(request).email, publicUrl, now: deps.now() })
  }
}

/** Throws Refused invalid_request, whose field says what is wrong. */
function checkText(kind: MailTextKind, text: string): void {
  const reason = whyNotMailText(kind, text)
  if (reason !== null) throw invalidField('text', reason)
}
