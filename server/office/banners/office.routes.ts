import { bannerState, LONGEST_BANNER_DAYS, MOST_BANNERS } from '../../../domain/banners.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import type { AuditDetails } from '../../../domain/office/audit-details.ts'
import type { Banner, NewBanner } from '../../../domain/office/banners.ts'
import type { App, Deps } from '../../deps.ts'
import { findEventRecord } from '../../events/office.queries.ts'
import { refuseStale } from '../../events/stale-version.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import {
  type BannerRow,
  countLiveBanners,
  findBanner,
  insertBanner,
  type ListedBanner,
  listBanners,
  lockBanner,
  updateBanner,
} from '../../site/banners.queries.ts'
import { staffOf } from '../../staff/guard.ts'

/** Those that are over included. */
const LISTED = 60

/** What the charity says at the top of its pages for a time. */
export function bannersOfficeRoutes(app: App, deps: Deps): void {
  const { database, now } = deps

  serve(app, 'GET /api/office/banners', async () => ({
    data: (await listBanners(database.db, LISTED)).map((row) => toBanner(row, now())),
  }))

  serve(app, 'GET /api/office/banners/shown', async () => {
    const { banners } = await deps.site.present()
    return { data: banners.filter(({ place }) => place === 'office') }
  })

  serve(app, 'GET /api/office/banners/:id', async (request) =>
    mustShow(publicId(request.params.id)),
  )

  serve(app, 'POST /api/office/banners', async (request, reply) => {
    const by = staffOf(request)
    const at = now()
    const row = { ...toRow(request.body), changedBy: by.id, changedAt: at }
    refuseLongOrOver(row, at)
    const id = await database.transaction(async (tx) => {
      await mustHaveEvent(tx, row.eventId)
      await refuseTooMany(tx, at)
      const added = await insertBanner(tx, row)
      const entry = { by, subject: `banner ${added}`, at }
      await insertAudit(tx, entry, 'banner added', { after: request.body })
      return added
    })
    await deps.site.refresh()
    return reply.code(201).send(await mustShow(id))
  })

  serve(app, 'PUT /api/office/banners/:id', async (request) => {
    const by = staffOf(request)
    const at = now()
    const { version, banner } = request.body
    const row = toRow(banner)
    refuseLongOrOver(row, at)
    return change(request.params.id, { version, by, at }, async (tx, before) => {
      await mustHaveEvent(tx, row.eventId)
      // One that is over is shown again.
      if (stateOf(before, at) === 'over') await refuseTooMany(tx, at)
      await updateBanner(tx, { ...row, id: before.id, changedBy: by.id, changedAt: at })
      return ['banner changed', { before: forAudit(before), after: banner }]
    })
  })

  serve(app, 'POST /api/office/banners/:id/end', async (request) => {
    const by = staffOf(request)
    const at = now()
    const { version } = request.body
    return change(request.params.id, { version, by, at }, async (tx, before) => {
      if (stateOf(before, at) === 'over') throw new Refused('banner_over')
      // One that was only planned begins and ends at once.
      const shownFrom = before.shownFrom < at ? before.shownFrom : at
      const end = { shownFrom, shownUntil: at, changedBy: by.id, changedAt: at }
      await updateBanner(tx, { id: before.id, ...end })
      return ['banner ended', { before: forAudit(before) }]
    })
  })

  async function change(
    param: string,
    { version, by, at }: { version: number; by: ReturnType<typeof staffOf>; at: Date },
    work: (tx: Tx, before: BannerRow) => Promise<[action: AuditAction, details: AuditDetails]>,
  ): Promise<Banner> {
    const id = publicId(param)
    await database.transaction(async (tx) => {
      const before = await lockBanner(tx, id)
      if (!before) throw new Refused('not_found')
      await refuseStale(tx, before, version)
      const [action, details] = await work(tx, before)
      await insertAudit(tx, { by, subject: `banner ${id}`, at }, action, details)
    })
    await deps.site.refresh()
    return mustShow(id)
  }

  async function mustShow(id: number): Promise<Banner> {
    const row = await findBanner(database.db, id)
    if (!row) throw new Refused('not_found')
    return toBanner(row, now())
  }
}

/** Throws Refused invalid_request with the field. */
function refuseLongOrOver(
  { shownFrom, shownUntil }: Pick<BannerRow, 'shownFrom' | 'shownUntil'>,
  at: Date,
) {
  if (shownUntil <= shownFrom) throw invalidField('shown_until', 'The end must be after the start.')
  if (shownUntil <= at) throw invalidField('shown_until', 'Choose an end in the future.')
  if (shownUntil.getTime() - shownFrom.getTime() > LONGEST_BANNER_DAYS * DAY_MS)
    throw invalidField('shown_until', 'Choose an end within a year of the start.')
}

/** Throws Refused invalid_request with the field. */
async function mustHaveEvent(tx: Tx, eventId: number | null): Promise<void> {
  if (eventId !== null && !(await findEventRecord(tx, eventId)))
    throw invalidField('event_id', 'There is no such event.')
}

async function refuseTooMany(tx: Tx, at: Date): Promise<void> {
  if ((await countLiveBanners(tx, at)) >= MOST_BANNERS) throw new Refused('too_many_banners')
}

function stateOf({ shownFrom, shownUntil }: Pick<BannerRow, 'shownFrom' | 'shownUntil'>, at: Date) {
  return bannerState({ from: shownFrom, until: shownUntil }, at)
}

function toRow(banner: NewBanner) {
  const { words, tone, place, shown_from, shown_until } = banner
  return {
    words,
    tone,
    place,
    eventId: banner.place === 'event' ? banner.event_id : null,
    inMails: banner.place === 'event' && banner.in_mails,
    shownFrom: new Date(shown_from),
    shownUntil: new Date(shown_until),
  }
}

function forAudit({ words, tone, place, eventId, inMails, shownFrom, shownUntil }: BannerRow) {
  const shown = { shown_from: shownFrom.toISOString(), shown_until: shownUntil.toISOString() }
  return { words, tone, place, event_id: eventId, in_mails: inMails, ...shown }
}

function toBanner(row: ListedBanner, at: Date): Banner {
  const { id, version, eventName, changedByName, changedAt } = row
  return {
    id,
    ...forAudit(row),
    event_name: eventName,
    state: stateOf(row, at),
    changed_by: changedByName,
    changed_at: changedAt.toISOString(),
    version,
  }
}
