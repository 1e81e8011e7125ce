import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { DAY_MS } from '../../../domain/durations.ts'
import { CONFIRM_DAYS } from '../../../domain/newsletter.ts'
import type { App, Deps } from '../../deps.ts'
import type { Draft } from '../../messages/mails/letter.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { idIn, signedId } from '../../platform/http/signed-id.ts'
import { consume, consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import type { RuleName } from '../../platform/rate-limits/rules.ts'

type OptInDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>
type OptInRow = { id: string; state: string; wording: string; askedAt: Date }
type Mark<Row> = (q: Queryable, of: { id: string; now: Date }) => Promise<Row | null>

type Terms = { wording: string; askedAt: Date; confirmUntil: Date }
type Links = { confirm: string; leave: string }

/**
 * Mails that begin when the link in a first one is confirmed, and end by the link in each. `Columns`:
 * what somebody who asks for them enters.
 */
export type OptIn<Row extends OptInRow = OptInRow, Columns = never> = {
  name: 'newsletter' | 'near alert'
  /** In the audit log, with its id. */
  subject: 'subscription' | 'near alert'
  path: '/newsletter' | '/tell-me'
  /** The end of the link's address, and of the page that says it is done. */
  leave: readonly ['unsubscribe', 'unsubscribed'] | readonly ['leave', 'left']
  /** Shown beside the form and stored with each request. */
  wording: string
  limits: { requestsFrom: RuleName; mailsTo: RuleName }
  upsert: (q: Queryable, request: Columns & Terms) => Promise<Row>
  find: (q: Queryable, id: string) => Promise<Row | null>
  /** Null unless it is pending and has not expired. */
  markConfirmed: Mark<Row>
  markLeft: Mark<Row>
  mails: {
    requested: (row: Row, links: Links) => Draft
    /** To an address that has confirmed before. */
    known: (row: Row, leave: string) => Draft
    confirmed: (row: Row, leave: string) => Draft
  }
}

/**
 * Stores a request and mails its links, unless the address had too many. New and known addresses get
 * the same response. Throws Refused too_many_requests.
 */
export async function requestOptIn<Row extends OptInRow, Columns extends { email: string }>(
  deps: OptInDeps,
  optIn: OptIn<Row, Columns>,
  { columns, address }: { columns: Columns; address: string },
): Promise<void> {
  const { wording, limits, mails } = optIn
  const now = deps.now()
  const confirmUntil = new Date(now.getTime() + CONFIRM_DAYS * DAY_MS)
  await commit(deps, async (tx) => {
    await consumeOrThrow(tx, deps, limits.requestsFrom, address)
    const row = await optIn.upsert(tx, { ...columns, wording, askedAt: now, confirmUntil })
    if ((await consume(tx, deps, limits.mailsTo, columns.email)) === null) return
    const links = linksOf(deps, optIn, row.id)
    const isKnown = row.state === 'confirmed'
    const mail = isKnown ? mails.known(row, links.leave) : mails.requested(row, links)
    await deps.jobs.enqueue(tx, 'mail', mail)
  })
}

/** Signed and not stored, so that the links of all mails remain valid. */
export function linksOf(
  deps: Pick<Deps, 'fieldKeys'> & { settings: Pick<Deps['settings'], 'publicUrl'> },
  { name, path, leave: [leave] }: Pick<OptIn, 'name' | 'path' | 'leave'>,
  id: string,
): Links {
  const link = (purpose: string) =>
    `${deps.settings.publicUrl}${path}/${purpose}?token=${signedId(deps, id, `${name} ${purpose}`)}`
  return { confirm: link('confirm'), leave: link(leave) }
}

/** GET changes nothing, because mail scanners open links; the page's button posts. */
export function optInRoutes<Row extends OptInRow>(
  forms: App,
  deps: OptInDeps,
  optIn: OptIn<Row>,
): void {
  const { path, leave } = optIn
  const [word, left] = leave
  const schema = { hide: true, querystring: z.object({ token: z.optional(z.string()) }) }
  const toPage = (reply: FastifyReply, step: string) => reply.redirect(`${path}/${step}`, 303)

  forms.post(
    `${path}/confirm`,
    { config: { calledBy: 'form' }, schema },
    async ({ query: { token = '' } }, reply) =>
      toPage(reply, (await confirm(deps, optIn, token)) ? 'confirmed' : 'link-over'),
  )
  forms.post(
    `${path}/${word}`,
    { config: { calledBy: 'mail' }, schema },
    async ({ query: { token = '' }, body }, reply) => {
      const isEnded = await end(deps, optIn, token)
      // One-click unsubscribe (RFC 8058) follows no redirect.
      if (Object(body)['List-Unsubscribe'] !== 'One-Click')
        return toPage(reply, isEnded ? left : 'link-over')
      if (!isEnded) throw new Refused('not_found')
      return reply.type('text/plain; charset=utf-8').send('Unsubscribed')
    },
  )
}

/** True also when already confirmed; false for an invalid or expired link. */
async function confirm<Row extends OptInRow>(
  deps: OptInDeps,
  optIn: OptIn<Row>,
  token: string,
): Promise<boolean> {
  const id = idIn(deps, token, `${optIn.name} confirm`)
  if (id === null) return false
  const now = deps.now()
  return commit(deps, async (tx) => {
    const row = await optIn.markConfirmed(tx, { id, now })
    if (!row) return (await optIn.find(tx, id))?.state === 'confirmed'
    await audit(tx, optIn, { done: 'confirmed', row, at: now })
    await deps.jobs.enqueue(tx, 'mail', optIn.mails.confirmed(row, linksOf(deps, optIn, id).leave))
    return true
  })
}

/** False only for an invalid link. */
async function end<Row extends OptInRow>(
  deps: OptInDeps,
  optIn: OptIn<Row>,
  token: string,
): Promise<boolean> {
  const id = idIn(deps, token, `${optIn.name} ${optIn.leave[0]}`)
  if (id === null) return false
  const now = deps.now()
  await commit(deps, async (tx) => {
    const row = await optIn.markLeft(tx, { id, now })
    if (row) await audit(tx, optIn, { done: 'left', row, at: now })
  })
  return true
}

/** Without address and place, which may be deleted later. */
function audit(
  tx: Tx,
  { name, subject }: Pick<OptIn, 'name' | 'subject'>,
  { done, row, at }: { done: 'confirmed' | 'left'; row: OptInRow; at: Date },
): Promise<void> {
  return insertAudit(tx, { subject: `${subject} ${row.id}`, at }, `${name} ${done}`, {
    wording: row.wording,
    askedAt: row.askedAt.toISOString(),
  })
}
