import { SUPPORT_WORDS } from '../../../domain/contact-and-support.ts'
import type { DayPerson } from '../../../domain/office/day-shapes.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './support.module.css'

type Needs = Pick<DayPerson, 'support_needs' | 'support_note'>

export function hasNeeds({ support_needs: needs, support_note: note }: Needs): boolean {
  return needs.length > 0 || Boolean(note)
}

/** On the row of a member. */
export function SupportBadges({ person }: { person: Needs }) {
  if (!hasNeeds(person)) return null
  return (
    <ul className={styles.badges} aria-label="What helps him">
      {person.support_needs.map((need) => (
        <li key={need}>
          <Badge icon="hand-heart">{SUPPORT_WORDS[need]}</Badge>
        </li>
      ))}
      {person.support_note && <li>{person.support_note}</li>}
    </ul>
  )
}

/** Before anything is pressed. */
export function SupportFirst({ person }: { person: Needs }) {
  if (!hasNeeds(person)) return null
  return (
    <section className={styles.first} aria-labelledby="support">
      <h3 id="support">First: what helps him</h3>
      <SupportBadges person={person} />
    </section>
  )
}
