import { ukDate } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { markdownToHtml } from '../../platform/typed-markdown.ts'
import {
  findPastNewsletter,
  listPastNewsletters,
  type NewsletterRow,
} from './newsletters.queries.ts'

/** The newsletters that were sent, for everybody. */
export function pastNewslettersRoutes(app: App, { database, now }: Deps): void {
  serve(app, 'GET /api/newsletters', async () => ({
    newsletters: (await listPastNewsletters(database.db, now())).map(toPast),
  }))

  serve(app, 'GET /api/newsletters/:id', async (request) => {
    const id = publicId(request.params.id)
    const row = await findPastNewsletter(database.db, { id, now: now() })
    if (!row) throw new Refused('not_found')
    return { newsletter: { ...toPast(row), html: markdownToHtml(row.body) } }
  })
}

type Past = Pick<NewsletterRow, 'id' | 'subject' | 'beginsAt'>

function toPast({ id, subject, beginsAt }: Past) {
  if (!beginsAt) throw new Error('a draft is shown')
  return { id, subject, sent_on: ukDate(beginsAt) }
}
