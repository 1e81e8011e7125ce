// What of a day at the venue is unresolved when somebody closes it or signs for it.
import * as z from 'zod/mini'

const person = { appointment_id: z.int(), name: z.string() }

export const DayUnresolvedSchema = z.object({
  /** How many closing the day now would record as not having come. */
  missed: z.int(),
  /** Expected, but their time is not over, or was not half an hour ago. */
  still_expected: z.int(),
  /** 'Please look': flagged or refused actions that nobody has dealt with. */
  problems: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      code: z.string(),
      tube: z.nullable(z.string()),
      at: z.string(),
      /** Null where no appointment is known. */
      name: z.nullable(z.string()),
    }),
  ),
  /** The tubes of refused samples. */
  samples_without_owner: z.array(z.string()),
  two_tubes: z.array(z.object({ ...person, tubes: z.array(z.string()) })),
  /** Arrived, with neither a sample nor a reason for none. */
  not_done: z.array(z.object(person)),
  /** Tablets of which some actions have not been received, as their numbers show. */
  gaps: z.array(z.object({ device: z.string(), missing: z.int() })),
})
export type DayUnresolved = z.infer<typeof DayUnresolvedSchema>

/** How many things a person should look at; who has not been seen yet is counted apart. */
export function countUnresolved({
  problems,
  two_tubes: twice,
  gaps,
}: Pick<DayUnresolved, 'problems' | 'two_tubes' | 'gaps'>): number {
  return problems.length + twice.length + gaps.length
}

/** One line each, for the dialog that closes the day. */
export function unresolvedInWords(unresolved: DayUnresolved): string[] {
  const {
    problems,
    samples_without_owner: lost,
    two_tubes: twice,
    not_done: left,
    gaps,
  } = unresolved
  return [
    left.length > 0
      ? `Arrived, with neither a sample nor a reason for none: ${namesOf(left)}.`
      : '',
    ...twice.map(({ name, tubes }) => `Two tubes of ${name}: ${tubes.join(' and ')}.`),
    lost.length > 0 ? `Samples without an owner: ${lost.join(', ')}.` : '',
    problems.length > 0
      ? `Under ‘Please look’: ${problems.length === 1 ? '1 thing' : `${problems.length} things`} that nobody has dealt with.`
      : '',
    ...gaps.map(
      ({ device, missing }) =>
        `Another tablet (${device}) has not sent everything: ${missing === 1 ? '1 action is' : `${missing} actions are`} missing.`,
    ),
  ].filter(Boolean)
}

/** What may make a laboratory form wrong: all of it but who is still waiting for a sample. */
export function problemsOfForm(unresolved: DayUnresolved): string[] {
  return unresolvedInWords({ ...unresolved, not_done: [] })
}

function namesOf(people: readonly { name: string }[]): string {
  return people.map(({ name }) => name).join(', ')
}
