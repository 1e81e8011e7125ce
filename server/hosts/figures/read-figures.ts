import {
  NO_OUTCOMES,
  OUTCOMES,
  type OutcomeCounts,
  toPublicCounts,
} from '../../../domain/figures.ts'
import {
  type EventFigures,
  sumByHost,
  sumFigures,
  whyWithheld,
  type YearFigures,
} from '../../../domain/office/figures.ts'
import type { PublishedYear } from '../../../domain/published-figures.ts'
import { bandOf } from '../../../domain/results.ts'
import { ukDate, ukInstant } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { openResult } from '../../facts/sealed-result.ts'
import { countDiagnoses } from './count-diagnoses.ts'
import {
  listEventSteps,
  listPublishedFigures,
  listReleasedOf,
  listYears,
} from './figures.queries.ts'

type FigureDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now'>

/** Of the events of a year, London. Without `withOutcomes` no result is opened or counted. */
export async function readYear(
  deps: FigureDeps,
  { year, withOutcomes }: { year: number; withOutcomes: boolean },
): Promise<YearFigures> {
  const { db } = deps.database
  const now = deps.now()
  const between = { from: startOf(year), until: startOf(year + 1) }
  const [rows, years, published] = await Promise.all([
    listEventSteps(db, between),
    listYears(db, now),
    readPublished(deps),
  ])
  const outcomes = withOutcomes ? await countOutcomes(deps, { ...between, now }) : null
  const events = rows.map(
    ({ id, name, date, ...row }): EventFigures => ({
      event_id: id,
      event_name: name,
      event_date: date,
      ...row,
      outcomes: outcomes && (outcomes.get(id) ?? NO_OUTCOMES),
    }),
  )
  const sum = sumFigures(events)
  const isOver = ukDate(now) >= `${year + 1}-01-01`
  const withheld = isOver && outcomes ? whyWithheld(events) : null
  const isShown = isOver && outcomes !== null && withheld === null
  return {
    year,
    years,
    events,
    hosts: sumByHost(events),
    sum,
    diagnoses: withOutcomes ? await countDiagnoses(deps, between) : null,
    preview: isShown ? toPublicCounts(sum.events, sum.outcomes ?? NO_OUTCOMES) : null,
    withheld,
    published: published.find((one) => one.year === year) ?? null,
  }
}

/** Of one published event; `outcomes` null without them. */
export async function readEventFigures(
  deps: FigureDeps,
  { event, withOutcomes }: { event: { id: number; startsAt: Date }; withOutcomes: boolean },
): Promise<{ booked: number; came: number; sampled: number; outcomes: OutcomeCounts | null }> {
  const between = { from: event.startsAt, until: new Date(event.startsAt.getTime() + 1) }
  const rows = await listEventSteps(deps.database.db, between)
  const { booked = 0, came = 0, sampled = 0 } = rows.find(({ id }) => id === event.id) ?? {}
  const counted = withOutcomes ? await countOutcomes(deps, { ...between, now: deps.now() }) : null
  return { booked, came, sampled, outcomes: counted && (counted.get(event.id) ?? NO_OUTCOMES) }
}

/** The latest publication of each year, latest year first. */
export async function readPublished({
  database,
}: Pick<Deps, 'database'>): Promise<PublishedYear[]> {
  const rows = await listPublishedFigures(database.db)
  return rows.map(({ year, counts, source, publishedAt }) => ({
    year,
    ...counts,
    source,
    published_on: ukDate(publishedAt),
  }))
}

/** By event. Bands are sealed with their results, so each result is opened. */
async function countOutcomes(
  { database, fieldKeys }: FigureDeps,
  of: { from: Date; until: Date; now: Date },
): Promise<Map<number, OutcomeCounts>> {
  const counts = new Map<number, OutcomeCounts>()
  for (const { eventId, ...row } of await listReleasedOf(database.db, of)) {
    const { band, outcome, withdrawn } = openResult(fieldKeys, row)
    if (withdrawn) continue
    const ofEvent = counts.get(eventId) ?? { ...NO_OUTCOMES }
    ofEvent[outcomeOf(outcome, band)] += 1
    counts.set(eventId, ofEvent)
  }
  return counts
}

function outcomeOf(
  outcome: string | null | undefined,
  band: string | null | undefined,
): (typeof OUTCOMES)[number] {
  if (outcome) return 'no_number'
  const known = bandOf(band)?.toLowerCase()
  return OUTCOMES.find((one) => one === known) ?? 'no_band'
}

function startOf(year: number): Date {
  return ukInstant(`${year}-01-01`, '00:00')
}
