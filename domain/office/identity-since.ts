// What of a member's identity changed after a sample (docs/decisions/0047): the laboratory knew the
// one of its day, and a report that fits only the later one was matched by what was changed.
import * as z from 'zod/mini'
import type { Identity } from '../identity.ts'
import { type FormerFact, formerFacts, isNamedFully, type NamedPerson } from './row-identity.ts'

const CHANGED_FACTS = ['name', 'sex', 'birth_date', 'nhs_number'] as const
type ChangedFact = (typeof CHANGED_FACTS)[number]

/** `from` and `to` are null for an NHS number, which is not shown. `at`: when it was last changed. */
export const ChangedFactSchema = z.object({
  fact: z.enum(CHANGED_FACTS),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  at: z.iso.datetime(),
})
export type ChangeSinceSample = z.infer<typeof ChangedFactSchema>

/** The identities at the sample and now, with the changes between, the earliest first. */
export type IdentitySince = {
  atSample: Identity
  now: Identity
  changes: readonly { at: Date; fields: readonly (keyof Identity)[] }[]
}

const FIELDS_OF: Record<ChangedFact, readonly (keyof Identity)[]> = {
  name: ['first_name', 'last_name', 'latin_first_name', 'latin_last_name'],
  sex: ['gender'],
  birth_date: ['date_of_birth'],
  nhs_number: ['nhs_number'],
}

/** One for each fact that is no longer as it was at the sample; what was changed back is none. */
export function changesSinceSample({ atSample, now, changes }: IdentitySince): ChangeSinceSample[] {
  return CHANGED_FACTS.flatMap((fact) => {
    const fields = FIELDS_OF[fact]
    if (fields.every((field) => (atSample[field] ?? null) === (now[field] ?? null))) return []
    const last = changes.findLast((one) => one.fields.some((field) => fields.includes(field)))
    if (!last) return []
    const isShown = fact !== 'nhs_number'
    const [from, to] = [atSample, now].map((one) => (isShown ? textOf(fact, one) : null))
    return [{ fact, from: from ?? null, to: to ?? null, at: last.at.toISOString() }]
  })
}

/** As the laboratory wrote it. */
type ReportedPerson = { first_name: string; last_name: string; date_of_birth: string }

/** Which facts of a report are the member's only as they were at the sample. */
export function fitsFormer(report: ReportedPerson, { atSample, now }: IdentitySince): FormerFact[] {
  return formerFacts(report, { ...namedPerson(now), atSample: namedPerson(atSample) })
}

/** Whether name or birth date of a report fit the member only as they were changed after the sample. */
export function fitsOnlyChanged(report: ReportedPerson, { atSample, now }: IdentitySince): boolean {
  const isBornNow = report.date_of_birth === now.date_of_birth
  const wasBornSo = report.date_of_birth === atSample.date_of_birth
  const isNamedNow = isNamedAs(report, now)
  return (isBornNow && !wasBornSo) || (isNamedNow && !isNamedAs(report, atSample))
}

function isNamedAs(report: ReportedPerson, identity: Identity): boolean {
  return isNamedFully(report, namedPerson(identity))
}

function namedPerson(identity: Identity): NamedPerson {
  return {
    firstName: identity.first_name,
    lastName: identity.last_name,
    latinFirstName: identity.latin_first_name ?? null,
    latinLastName: identity.latin_last_name ?? null,
    dateOfBirth: identity.date_of_birth,
  }
}

function textOf(fact: ChangedFact, identity: Identity): string {
  if (fact === 'sex') return identity.gender
  if (fact === 'birth_date') return identity.date_of_birth
  const { first_name: first, last_name: last, latin_first_name: latin } = identity
  const name = `${first} ${last}`
  return latin ? `${name} (${latin} ${identity.latin_last_name ?? ''})` : name
}
