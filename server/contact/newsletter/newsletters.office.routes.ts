import { MINUTE_MS } from '../../../domain/durations.ts'
import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import type { AuditDetails } from '../../../domain/office/audit-details.ts'
import {
  hasNotBegun,
  NEWSLETTER_WAIT_MINUTES,
  type NewNewsletter,
  type Newsletter,
} from '../../../domain/office/newsletters.ts'
import type { App, Deps } from '../../deps.ts'
import { refuseStale } from '../../events/stale-version.ts'
import { newsletterTest } from '../../messages/mails/newsletter.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import { markdownToHtml } from '../../platform/typed-markdown.ts'
import { type Staff, staffOf } from '../../staff/guard.ts'
import {
  countReaders,
  deleteNewsletter,
  findNewsletter,
  insertNewsletter,
  type ListedNewsletter,
  listNewsletters,
  listReaders,
  lockNewsletter,
  markNewsletter,
  type NewsletterRow,
  unlistReaders,
  updateNewsletter,
} from './newsletters.queries.ts'

const LISTED = 100

/** The charity's newsletters as they are written, tested, sent and stopped. */
export function newslettersOfficeRoutes(app: App, deps: Deps): void {
  const { database, now, jobs, settings } = deps
  const { db } = database

  serve(app, 'GET /api/office/newsletters', async () => ({
    data: (await listNewsletters(db, LISTED)).map(toRow),
  }))

  serve(app, 'GET /api/office/newsletters/:id', async (request) => mustShow(idIn(request)))

  serve(app, 'POST /api/office/newsletters/preview', async (request) => ({
    html: markdownToHtml(request.body.body),
  }))

  serve(app, 'POST /api/office/newsletters', async (request, reply) => {
    const by = staffOf(request)
    const at = now()
    const id = await database.transaction(async (tx) => {
      const row = { ...request.body, state: 'draft', changedBy: by.id, changedAt: at } as const
      const added = await insertNewsletter(tx, row)
      const entry = { by, subject: `newsletter ${added}`, at }
      await insertAudit(tx, entry, 'newsletter written', { after: request.body })
      return added
    })
    return reply.code(201).send(await mustShow(id))
  })

  serve(app, 'PUT /api/office/newsletters/:id', (request) => {
    const { version, newsletter } = request.body
    return change(request, version, async (tx, before, { by, at }) => {
      mustBeDraft(before)
      await updateNewsletter(tx, { ...newsletter, id: before.id, changedBy: by.id, changedAt: at })
      return ['newsletter changed', { before: wordsOf(before), after: newsletter }]
    })
  })

  serve(app, 'POST /api/office/newsletters/:id/discard', async (request, reply) => {
    const id = idIn(request)
    await act(request, request.body.version, async (tx, before) => {
      mustBeDraft(before)
      await deleteNewsletter(tx, id)
      return ['newsletter discarded', { before: wordsOf(before) }]
    })
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/newsletters/:id/test', (request) =>
    change(request, request.body.version, async (tx, before, { by }) => {
      mustBeDraft(before)
      await consumeOrThrow(tx, deps, 'test mails of newsletters', by.userId)
      const { id, subject, body, version } = before
      const { publicUrl } = settings
      await jobs.enqueue(tx, 'mail', newsletterTest({ to: by.email, subject, body, publicUrl }))
      await markNewsletter(tx, { id, testedVersion: version })
      return ['newsletter tested', {}]
    }),
  )

  serve(app, 'POST /api/office/newsletters/:id/send', (request) =>
    change(request, request.body.version, async (tx, before, { by, at }) => {
      mustBeDraft(before)
      const { id, version, testedVersion, audience } = before
      if (testedVersion !== version) throw new Refused('newsletter_untested')
      const readers = await listReaders(tx, { id, audience, now: at })
      if (readers === 0) throw new Refused('nobody_subscribed')
      const wait = NEWSLETTER_WAIT_MINUTES * MINUTE_MS
      const beginsAt = new Date(at.getTime() + wait)
      const sending = { state: 'sending', isShown: true, beginsAt } as const
      await updateNewsletter(tx, { ...sending, id, changedBy: by.id, changedAt: at })
      await jobs.enqueue(tx, 'newsletters', {}, { afterSeconds: wait / 1_000 })
      return ['newsletter to be sent', { readers, audience }]
    }),
  )

  serve(app, 'POST /api/office/newsletters/:id/stop', (request) =>
    change(request, request.body.version, async (tx, before, { by, at }) => {
      if (before.state !== 'sending') throw new Refused('newsletter_not_sending')
      const { id } = before
      const changed = { id, changedBy: by.id, changedAt: at }
      if (!hasNotBegun(before, at)) {
        await updateNewsletter(tx, { ...changed, state: 'stopped' })
        return ['newsletter stopped', {}]
      }
      await unlistReaders(tx, id)
      // Its words are those that were tested.
      const testedVersion = before.version + 1
      const draft = { state: 'draft', beginsAt: null, isShown: false, testedVersion } as const
      await updateNewsletter(tx, { ...changed, ...draft })
      return ['newsletter made a draft again', {}]
    }),
  )

  serve(app, 'POST /api/office/newsletters/:id/continue', (request) =>
    change(request, request.body.version, async (tx, before, { by, at }) => {
      if (before.state !== 'stopped') throw new Refused('newsletter_not_stopped')
      const { id } = before
      await updateNewsletter(tx, { id, state: 'sending', changedBy: by.id, changedAt: at })
      await jobs.enqueue(tx, 'newsletters', {})
      return ['newsletter continued', {}]
    }),
  )

  serve(app, 'PUT /api/office/newsletters/:id/shown', (request) => {
    const { version, shown } = request.body
    return change(request, version, async (tx, before, { by, at }) => {
      if (before.state === 'draft') throw new Refused('newsletter_not_sending')
      const { id } = before
      await updateNewsletter(tx, { id, isShown: shown, changedBy: by.id, changedAt: at })
      return [shown ? 'newsletter shown' : 'newsletter hidden', {}]
    })
  })

  type Of = { params: { id: string } } & Parameters<typeof staffOf>[0]
  type Work = (
    tx: Tx,
    before: NewsletterRow,
    made: { by: Staff; at: Date },
  ) => Promise<[action: AuditAction, details: AuditDetails]>

  async function change(request: Of, version: number, work: Work): Promise<Newsletter> {
    await act(request, version, work)
    return mustShow(idIn(request))
  }

  /** Throws Refused not_found, or changed_meanwhile unless `version` is still the newsletter's. */
  async function act(request: Of, version: number, work: Work): Promise<void> {
    const id = idIn(request)
    const made = { by: staffOf(request), at: now() }
    await commit(deps, async (tx) => {
      const before = await lockNewsletter(tx, id)
      if (!before) throw new Refused('not_found')
      await refuseStale(tx, before, version)
      const [action, details] = await work(tx, before, made)
      await insertAudit(tx, { ...made, subject: `newsletter ${id}` }, action, details)
    })
  }

  async function mustShow(id: number): Promise<Newsletter> {
    const row = await findNewsletter(db, id)
    if (!row) throw new Refused('not_found')
    return {
      ...toRow(row),
      body: row.body,
      html: markdownToHtml(row.body),
      would_reach: {
        everybody: await countReaders(db, 'everybody'),
        'event news': await countReaders(db, 'event news'),
      },
      is_tested: row.testedVersion === row.version,
    }
  }
}

function idIn({ params }: { params: { id: string } }): number {
  return publicId(params.id)
}

function mustBeDraft({ state }: NewsletterRow): void {
  if (state !== 'draft') throw new Refused('newsletter_not_draft')
}

function wordsOf({ subject, body, audience }: NewsletterRow): NewNewsletter {
  return { subject, body, audience }
}

function toRow(row: ListedNewsletter) {
  const { id, subject, audience, state, changedByName, changedAt, beginsAt, finishedAt } = row
  return {
    id,
    subject,
    audience,
    state,
    changed_by: changedByName,
    changed_at: changedAt.toISOString(),
    begins_at: beginsAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
    shown: row.isShown,
    readers: row.readers ?? row.listed,
    mailed: row.readers ?? row.mailed,
    version: row.version,
  }
}
