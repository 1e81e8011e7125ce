import { useState } from 'react'
import type { OfficeEvent } from '../../../domain/office/event-shapes.ts'
import {
  VENUE_FACT_LENGTH,
  VENUE_FACTS,
  type VenueFactName,
  venueInWords,
} from '../../../domain/venue-facts.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './events.module.css'

const EXAMPLES: Record<VenueFactName, string> = {
  parking: 'Like: free car park behind the hall, 40 spaces.',
  step_free_access:
    'Like: ramp at the side door, lift to the first floor. Say also if there is none.',
  hearing_loop: 'Like: at the desk; ask a volunteer to switch it on.',
  public_transport: 'Like: Ely station, 10 minutes on foot; bus 9 stops outside.',
}

type Props = { event: OfficeEvent | null; errorOf: (name: string) => string | undefined }

/** The facts of the venue, with what visitors will read. */
export function VenueFields({ event, errorOf }: Props) {
  const [typed, setTyped] = useState<{ [K in VenueFactName]?: string | null }>(event ?? {})
  const shown = venueInWords(
    Object.fromEntries(VENUE_FACTS.map(({ name }) => [name, typed[name]?.trim()])),
  )
  return (
    <>
      <p className={styles.intro}>
        On the event&rsquo;s page, on the slip and in the mails about an appointment. Leave out what
        nobody knows. Each at most {VENUE_FACT_LENGTH} characters.
      </p>
      {VENUE_FACTS.map(({ name, label }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          optional
          hint={EXAMPLES[name]}
          error={errorOf(name)}
          maxLength={VENUE_FACT_LENGTH}
          defaultValue={event?.[name] ?? ''}
          autoComplete="off"
          onChange={({ target }) => setTyped((all) => ({ ...all, [name]: target.value }))}
        />
      ))}
      <section className={styles.preview} aria-labelledby="venue-preview">
        <h3 id="venue-preview">As visitors read it</h3>
        {shown.length === 0 ? (
          <p>Nothing yet: the page then has the address only.</p>
        ) : (
          <Facts>
            {shown.map(({ label, text }) => (
              <Fact key={label} term={label}>
                {text}
              </Fact>
            ))}
          </Facts>
        )}
      </section>
    </>
  )
}
