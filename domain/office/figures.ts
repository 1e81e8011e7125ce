// The figures of a year in the office: from place to result, by event and by host.
import * as z from 'zod/mini'
import { LEAST_SHOWN, NO_OUTCOMES, OUTCOMES, type OutcomeCounts } from '../figures.ts'
import { DIAGNOSES } from '../follow-up.ts'
import { PublicCountsSchema, PublishedYearSchema } from '../published-figures.ts'

const steps = {
  places: z.int(),
  booked: z.int(),
  came: z.int(),
  sampled: z.int(),
}
/** Null for those who may not see results. */
const outcomes = z.nullable(
  z.object({
    green: z.int(),
    amber: z.int(),
    red: z.int(),
    no_number: z.int(),
    no_band: z.int(),
  }),
)

/** `event_date` London. */
const EventFiguresSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  host: z.nullable(z.string()),
  ...steps,
  outcomes,
})
export type EventFigures = z.infer<typeof EventFiguresSchema>

const SumFiguresSchema = z.object({ events: z.int(), ...steps, outcomes })
export type SumFigures = z.infer<typeof SumFiguresSchema>

export const YearFiguresSchema = z.object({
  year: z.int(),
  /** Years with events, latest first. */
  years: z.array(z.int()),
  events: z.array(EventFiguresSchema),
  /** By name; those without one come last, as null. */
  hosts: z.array(z.extend(SumFiguresSchema, { host: z.nullable(z.string()) })),
  sum: SumFiguresSchema,
  /**
   * What members were diagnosed with after a result of the year, as they or clinicians said: exact, and
   * rounded for readers outside the office. Null for those who may not know results.
   */
  diagnoses: z.nullable(
    z.array(
      z.object({
        diagnosis: z.enum(DIAGNOSES),
        count: z.int(),
        outside: z.nullable(z.int()),
      }),
    ),
  ),
  /** What anybody would read; null where it cannot be published by this person or yet. */
  preview: z.nullable(PublicCountsSchema),
  /** Why a year that is over has none; null for those who may not know results. */
  withheld: z.nullable(z.enum(['too_few_events', 'one_host'])),
  published: z.nullable(PublishedYearSchema),
})
export type YearFigures = z.infer<typeof YearFiguresSchema>

export const FiguresPublicationSchema = z.object({
  source: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  /** What was looked at, so that nothing else is published. */
  preview: PublicCountsSchema,
})
export type FiguresPublication = z.infer<typeof FiguresPublicationSchema>

const LEAST_EVENTS = 3
const LEAST_OTHER_EVENTS = 2

/**
 * Why the figures of these events would tell the host of some of them a small number of the others;
 * null when they may be published. An event without the name of a host is one by itself.
 */
export function whyWithheld(rows: readonly EventFigures[]): YearFigures['withheld'] {
  const counted = rows
    .map((row) => ({ host: row.host?.toLowerCase() ?? row.event_id, results: resultsOf(row) }))
    .filter(({ results }) => results > 0)
  if (counted.length < LEAST_EVENTS) return 'too_few_events'
  for (const own of new Set(counted.map(({ host }) => host))) {
    const others = counted.filter(({ host }) => host !== own)
    const results = others.reduce((sum, one) => sum + one.results, 0)
    if (others.length < LEAST_OTHER_EVENTS || results < LEAST_SHOWN) return 'one_host'
  }
  return null
}

function resultsOf({ outcomes: counts }: EventFigures): number {
  return OUTCOMES.reduce((sum, one) => sum + (counts?.[one] ?? 0), 0)
}

type Summed = Pick<EventFigures, 'places' | 'booked' | 'came' | 'sampled' | 'outcomes'>

export function sumFigures(rows: readonly Summed[]): SumFigures {
  const sumOf = (key: 'places' | 'booked' | 'came' | 'sampled') =>
    rows.reduce((sum, row) => sum + row[key], 0)
  return {
    events: rows.length,
    places: sumOf('places'),
    booked: sumOf('booked'),
    came: sumOf('came'),
    sampled: sumOf('sampled'),
    outcomes: rows.some((row) => row.outcomes === null) ? null : sumOutcomes(rows),
  }
}

function sumOutcomes(rows: readonly Summed[]): OutcomeCounts {
  const sums = { ...NO_OUTCOMES }
  for (const { outcomes: counts } of rows)
    for (const one of OUTCOMES) sums[one] += counts?.[one] ?? 0
  return sums
}

/** Sums by host, by name; events without a host come last. */
export function sumByHost(rows: readonly EventFigures[]): YearFigures['hosts'] {
  const groups = Map.groupBy(rows, ({ host }) => host)
  return [...groups]
    .map(([host, ofHost]) => ({ host, ...sumFigures(ofHost) }))
    .toSorted((a, b) => {
      if (a.host === null || b.host === null)
        return a.host === b.host ? 0 : a.host === null ? 1 : -1
      return a.host.localeCompare(b.host, 'en')
    })
}
