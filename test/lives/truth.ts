// What is true by the presses and the laboratory's reports alone.
import { openLabResult } from '../../server/facts/sealed-lab-results.ts'
import type { Facts, LabResult, Press } from './facts.queries.ts'
import type { Life } from './world.ts'

/** What had happened at the last look. */
export type Seen = {
  released: Set<number>
  posted: Set<number>
  cancelled: Set<number>
  results: Map<number, Set<number>>
  /** Accounts by member, and how claims ended. */
  owners: Map<number, string | null>
  claims: Map<number, string | null>
}
export const nothingSeen = (): Seen => ({
  released: new Set(),
  posted: new Set(),
  cancelled: new Set(),
  results: new Map(),
  owners: new Map(),
  claims: new Map(),
})

export type Opened = LabResult & { tube: string | null; value: string | null }

export type Truth = {
  /** Presses that nobody has undone. */
  standing: Press[]
  /** Tubes of standing samples, by appointment. */
  tubes: Map<number, Set<string>>
  /** Appointments of which a lead declared every standing sample to be the member's. */
  declared: Set<number>
  opened: Opened[]
}

export function truthOf({ site }: Life, facts: Facts): Truth {
  const undone = new Set(facts.presses.map(({ undoes }) => undoes))
  const standing = facts.presses.filter(({ id, type }) => type !== 'undo' && !undone.has(id))
  const tubes = new Map<number, Set<string>>()
  for (const { type, appointment, tube } of standing)
    if (type === 'sample' && tube)
      tubes.set(appointment, (tubes.get(appointment) ?? new Set()).add(tube))
  const opened = facts.labResults.map((one) => {
    const { tube, value } = openLabResult(site.deps.fieldKeys, one)
    return { ...one, tube: tube?.trim() ? tube.trim() : null, value }
  })
  const declarations = standing.filter(({ type }) => type === 'both_theirs')
  const samples = standing.filter(({ type }) => type === 'sample')
  const declared = new Set(
    declarations
      .filter((word) =>
        samples.every(
          (one) => one.appointment !== word.appointment || word.samples?.includes(one.id),
        ),
      )
      .map(({ appointment }) => appointment),
  )
  return { standing, tubes, declared, opened }
}

/** Whether the sample of the report stands: its tube, or without one any; of several the lead's word. */
export function hasSample(one: Opened, { tubes, declared }: Truth): boolean {
  const own = tubes.get(one.appointment) ?? new Set()
  const isClear = own.size === 1 || (own.size > 1 && declared.has(one.appointment))
  return isClear && (one.tube === null || own.has(one.tube))
}
