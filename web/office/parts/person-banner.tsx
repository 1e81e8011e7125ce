import type { PersonState } from '../../../domain/office/person-state.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './person-banner.module.css'

/** On top of every screen of a record that is not as others are; nothing for the usual one. */
export function PersonBanner({ person }: { person: PersonState }) {
  const { died_at: diedAt, wants_contact: wants, is_merged: isMerged, is_erased: isErased } = person
  return (
    <div className={styles.banner}>
      {diedAt !== null && (
        <Notice tone="warn" title={`Has died (recorded ${dayInWords(ukDate(new Date(diedAt)))})`}>
          <p>Nothing is sent, and nobody calls the member. Results are on the clinicians’ list.</p>
        </Notice>
      )}
      {wants === 'none' && (
        <Notice tone="warn" title="Wants no contact">
          <p>Nothing is sent. A clinician calls only if a result needs it.</p>
        </Notice>
      )}
      {wants === 'results' && (
        <Notice tone="warn" title="Wants to hear about results only">
          <p>We send no invitations, no questions and no newsletter.</p>
        </Notice>
      )}
      {person.is_consent_withdrawn && (
        <Notice tone="warn" title="Consent withdrawn">
          <p>No blood is taken, and nothing is released before a clinician has decided.</p>
        </Notice>
      )}
      {person.is_capacity_doubted && (
        <Notice tone="warn" title="Do they understand the test?">
          <p>Somebody doubts it: no blood is taken before a clinician has decided.</p>
        </Notice>
      )}
      {isMerged && (
        <Notice tone="warn" title="Merged">
          <p>This record is part of another one of the same person.</p>
        </Notice>
      )}
      {isErased && (
        <Notice tone="warn" title="This is an erased record">
          <p>There is nothing of the member left but what the law asks us to keep.</p>
        </Notice>
      )}
    </div>
  )
}
