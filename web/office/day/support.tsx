import { SUPPORT_WORDS } from '../../../domain/contact-and-support.ts'
import type { DayPerson } from '../../../domain/office/day-schemas.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './support.module.css'

type Needs = Pick<
  DayPerson,
  | 'support_needs'
  | 'support_note'
  | 'has_died'
  | 'is_merged'
  | 'is_erased'
  | 'wants_no_contact'
  | 'is_consent_withdrawn'
  | 'is_capacity_doubted'
>

function hasNeeds({ support_needs: needs, support_note: note }: Needs): boolean {
  return needs.length > 0 || Boolean(note)
}

/** On the row of a member: that no blood may be taken, and what helps. */
export function SupportBadges({ person }: { person: Needs }) {
  return (
    <>
      {person.has_died && <p className={styles.stop}>{HAS_DIED}</p>}
      {person.is_erased && <p className={styles.stop}>{IS_ERASED}</p>}
      {person.is_merged && <p className={styles.stop}>{IS_MERGED}</p>}
      {person.wants_no_contact && <p className={styles.stop}>{NO_CONTACT}</p>}
      {person.is_consent_withdrawn && <p className={styles.stop}>{CONSENT_WITHDRAWN}</p>}
      {person.is_capacity_doubted && <p className={styles.stop}>{CAPACITY_DOUBTED}</p>}
      {hasNeeds(person) && (
        <ul className={styles.badges} aria-label="Support needs">
          {person.support_needs.map((need) => (
            <li key={need}>
              <Badge icon="hand-heart">{SUPPORT_WORDS[need]}</Badge>
            </li>
          ))}
          {person.support_note && <li>{person.support_note}</li>}
        </ul>
      )}
    </>
  )
}

const HAS_DIED =
  'Recorded as having died: make sure who this is, and call the office before you go on.'

const IS_ERASED = 'Erased record: do not take blood, and call the office.'

const IS_MERGED =
  'This record has been merged into another one. Look for that one in the list first.'

const NO_CONTACT =
  'Wants no contact: we send nothing. Tell them that only a clinician will call, and only if a result needs it.'

const CONSENT_WITHDRAWN =
  'Consent withdrawn: do not take blood unless the member gives consent again first.'

const CAPACITY_DOUBTED =
  'No test today: somebody doubted that they understand it. A clinician must decide first.'

/** Before anything is pressed. */
export function SupportFirst({ person }: { person: Needs }) {
  if (!hasNeeds(person)) return <SupportBadges person={person} />
  return (
    <section className={styles.first} aria-labelledby="support">
      <h3 id="support">First: support needs</h3>
      <SupportBadges person={person} />
    </section>
  )
}
