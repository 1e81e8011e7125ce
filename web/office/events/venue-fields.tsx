import { useState } from 'react'
import { mapValues, namesOf } from '../../../domain/fields.ts'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
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
  parking: 'For example, free car park behind the hall, 40 spaces.',
  step_free_access:
    'For example, ramp at the side door, lift to the first floor. Say so if there is none.',
  hearing_loop: 'For example, at the desk. Ask a volunteer to turn it on.',
  public_transport: 'For example, 10 minutes’ walk from Ely station. Bus 9 stops outside.',
}

type Props = { event: OfficeEvent | null; errorOf: (name: string) => string | undefined }

/** The facts of the venue, with what visitors will read. */
export function VenueFields({ event, errorOf }: Props) {
  const [typed, setTyped] = useState<{ [K in VenueFactName]?: string | null }>(event ?? {})
  const shown = venueInWords(mapValues(VENUE_FACTS, (_, name) => typed[name]?.trim()))
  return (
    <>
      <p className={styles.intro}>
        These appear on the event page, on the slip and in emails about appointments. Leave empty
        anything you do not know. Up to {VENUE_FACT_LENGTH} characters each.
      </p>
      {namesOf(VENUE_FACTS).map((name) => (
        <TextField
          key={name}
          name={name}
          label={VENUE_FACTS[name].label}
          optional
          hint={EXAMPLES[name]}
          error={errorOf(name)}
          maxLength={VENUE_FACTS[name].max}
          defaultValue={event?.[name] ?? ''}
          autoComplete="off"
          onChange={({ target }) => setTyped((all) => ({ ...all, [name]: target.value }))}
        />
      ))}
      <section className={styles.preview} aria-labelledby="venue-preview">
        <h3 id="venue-preview">As visitors read it</h3>
        {shown.length === 0 ? (
          <p>Nothing yet. The page will show only the address.</p>
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
