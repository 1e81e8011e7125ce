import type { WaitingIncident } from './day-store.ts'
import { INCIDENT_WORDS } from './incident-text.ts'
import styles from './incidents.module.css'

/** What was written as an incident of the practice day; a real one is sent, and clinicians alone read it then. */
export function PracticeIncidents({ incidents }: { incidents: readonly WaitingIncident[] }) {
  if (incidents.length === 0) return null
  return (
    <section aria-labelledby="practice-incidents">
      <h2 id="practice-incidents">Incidents that you recorded</h2>
      <p>A clinician would read these and decide what to do. In practice, nobody gets them.</p>
      {incidents.map(({ incident: { id, kind, person_name: name, time, text } }) => (
        <article key={id} className={styles.incident} aria-labelledby={`incident-${id}`}>
          <h3 id={`incident-${id}`}>
            {INCIDENT_WORDS[kind]}: {name ?? 'Nobody on the list'}
          </h3>
          <p>At {time}</p>
          <p className={styles.text}>{text}</p>
        </article>
      ))}
    </section>
  )
}
