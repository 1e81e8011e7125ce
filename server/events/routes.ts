import type { FastifyRequest } from 'fastify'
import type { EventFilters } from '../../domain/contract.ts'
import { dateRange } from '../../domain/events.ts'
import {
  boundedPage,
  chosenCategories,
  readFilters,
  readPageNumber,
} from '../../domain/search-events.ts'
import { addDays, ukInstant } from '../../domain/uk-time.ts'
import type { App, Deps } from '../deps.ts'
import { findMemberByUser } from '../members/members.queries.ts'
import type { ResponseBody } from '../platform/cache/cached-response.ts'
import { sendCached } from '../platform/cache/send-cached.ts'
import { Refused } from '../platform/http/refused.ts'
import { isInProcess, shareOf } from '../platform/http/request-limits.ts'
import { serve } from '../platform/http/serve.ts'
import { maybeSessionOf } from '../platform/http/session.ts'
import { publicId } from '../platform/public-id.ts'
import { mayEnter } from './access-grant.ts'
import { createAccessCodeCheck } from './check-access-code.ts'
import {
  findEvent,
  findEventDetails,
  listEvents,
  listEventsOfPage,
  listNextEventOfEachSpot,
} from './events.queries.ts'
import { findNearby } from './find-nearby.ts'
import { lastEventPage } from './last-event-page.ts'
import { freeSlots } from './slots.ts'
import { ensureVisitor, visitorHashOf } from './visitor.ts'

export function eventsRoutes(app: App, deps: Deps): void {
  const { database, cache, now, site } = deps
  const checkAccessCode = createAccessCodeCheck(deps)

  serve(app, 'GET /api/events', async (request, reply) => {
    const search = searchIn(request.query)
    const page = await pageOf(request.query)
    const key = `events ${JSON.stringify({ ...search, page })}`
    const make = async () => {
      const found = { ...search, ...during(search.date, now()) }
      if (page !== null) {
        return json(await listEventsOfPage(database.db, found, page))
      }
      return json({ events: await listEvents(database.db, found) })
    }
    const isSearch = search.location !== '' || (page ?? 1) > 1
    const options = { ...optionsFor(request), isSearch }
    const entry = await cache.answer(key, make, options)
    return sendCached(request, reply, entry)
  })

  serve(app, 'GET /api/events/near', async (request, reply) => {
    const search = searchIn(request.query)
    const page = (await pageOf(request.query)) ?? 1
    const choices = readFilters(request.query).only
    const make = async () => {
      const found = { ...search, ...during(search.date, now()), choices, page }
      return json(await findNearby(database.db, found))
    }
    const options = { ...optionsFor(request), isSearch: true }
    const entry = await cache.answer(
      `near ${JSON.stringify({ ...search, choices, page })}`,
      make,
      options,
    )
    return sendCached(request, reply, entry)
  })

  serve(app, 'GET /api/events/map', async (request, reply) => {
    const search = searchIn(request.query)
    const make = async () => {
      const found = { ...search, ...during(search.date, now()) }
      return json({ events: await listNextEventOfEachSpot(database.db, found) })
    }
    const options = { ...optionsFor(request), isSearch: search.location !== '' }
    const entry = await cache.answer(`map ${JSON.stringify(search)}`, make, options)
    return sendCached(request, reply, entry)
  })

  serve(app, 'GET /api/events/:id', async (request, reply) => {
    const id = publicId(request.params.id)
    const make = async () => {
      const event = await findEvent(database.db, id)
      if (!event) throw new Refused('not_found')
      const { limits } = await site.present()
      return json({ event, offer_hours: limits.offer_hours })
    }
    const options = { ...optionsFor(request), about: id }
    const entry = await cache.answer(`event ${id}`, make, options)
    return sendCached(request, reply, entry)
  })

  serve(app, 'GET /api/events/:id/slots', async (request, reply) => {
    const eventId = publicId(request.params.id)
    const session = maybeSessionOf(request)
    const [event, member] = await Promise.all([
      findEventDetails(database.db, eventId),
      session && findMemberByUser(database.db, session.userId),
    ])
    if (!event) throw new Refused('not_found')
    const params = { eventId, now: now() }
    const visitorHash = visitorHashOf(request, deps)
    const visitor = { ...params, visitorHash, memberId: member?.id }
    if (!(await mayEnter(database.db, event, visitor))) {
      throw new Refused('access_code_required')
    }
    const filter = { memberId: member?.id ?? null, visitorHash }
    const slots = await freeSlots(database.db, { ...params, ...filter })
    return reply.send(slots)
  })

  serve(app, 'POST /api/events/:id/check-access-code', async (request, reply) => {
    const session = maybeSessionOf(request)
    const member = session && (await findMemberByUser(database.db, session.userId))
    const visitorHash = ensureVisitor(request, reply, deps)
    await checkAccessCode({
      eventId: publicId(request.params.id),
      code: request.body.access_code,
      visitorHash,
      userId: session?.userId ?? null,
      memberId: member?.id ?? null,
      address: request.ip,
    })
    return reply.send({ status: 'success' })
  })

  /** Null when all pages are asked for together. Beyond the last one every page is the same. */
  async function pageOf({ page }: { page?: string | undefined }): Promise<number | null> {
    if (page === undefined) return null
    const number = readPageNumber(page)
    return number > 1 ? boundedPage(number, await lastEventPage(deps)) : number
  }
}

/** By the page's own parser, in any case of letters. */
function optionsFor(request: FastifyRequest) {
  const share = shareOf(request.server.limits, 'lists', request)
  return { fresh: isInProcess(request), share }
}

function searchIn(filters: EventFilters) {
  const { date, location } = readFilters(filters)
  return {
    categories: chosenCategories(filters.for),
    location: location.toLowerCase(),
    date: date === '' ? null : date,
  }
}

function during(date: ReturnType<typeof searchIn>['date'], now: Date) {
  if (date === null) return { now }
  const { from, to } = dateRange(date, now)
  return {
    now,
    startsFrom: ukInstant(from, '00:00'),
    startsBefore: to === null ? null : ukInstant(addDays(to, 1), '00:00'),
  }
}

function json(answer: object): ResponseBody {
  return {
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(answer),
    headers: { 'cache-control': 'no-cache' },
  }
}
