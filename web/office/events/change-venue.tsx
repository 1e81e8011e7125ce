import { useState } from 'react'
import { mapValues } from '../../../domain/fields.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type {
  OfficeEvent,
  SeriesChange,
  SeriesOutcome,
  SeriesRow,
} from '../../../domain/office/event-schemas.ts'
import { VENUE_FACTS } from '../../../domain/venue-facts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import { WhereFields } from './event-fields.tsx'
import { readPin } from './event-form.ts'
import { counted } from './event-text.ts'
import styles from './events.module.css'
import { VenueFields } from './venue-fields.tsx'

type Venue = SeriesChange['venue']
type Shown = { venue: Venue; outcomes: SeriesOutcome[] }

/** Another venue for the ticked events, in two steps: what it would do first. */
export function ChangeVenue({ event, rows }: { event: OfficeEvent; rows: SeriesRow[] }) {
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const reportDone = useReportDone()
  const params = { id: event.event_id }
  const events = rows.map(({ event_id, version }) => ({ event_id, version }))

  async function look(typed: FormData) {
    const venue = readVenue(typed)
    const body = { dry_run: true, events, venue }
    const { data } = await write('POST /api/office/events/:id/series', { params, body })
    setShown({ venue, outcomes: data })
  }

  async function change(typed: FormData) {
    if (!shown) return
    const body = {
      dry_run: false,
      events,
      venue: shown.venue,
      notify_booked: typed.has('notify_booked'),
      acknowledged: shown.outcomes.flatMap(({ doubts }) => doubts.map(({ kind }) => kind)),
    }
    const { data } = await write('POST /api/office/events/:id/series', {
      params,
      body: { ...body, acknowledged: [...new Set(body.acknowledged)] },
    })
    const refused = data.filter((one) => one.refused !== null)
    setShown(refused.length > 0 ? { ...shown, outcomes: refused } : null)
    const changed = data.filter((one) => one.is_changed && one.refused === null).length
    await reportDone(`${counted(changed, 'event')} changed.`)
  }

  if (!isOpen)
    return (
      <div className={styles.question}>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          Change the venue of these {events.length}
        </Button>
      </div>
    )
  return (
    <section className={styles.parts} aria-labelledby="venue">
      <h2 id="venue">Another venue for {counted(events.length, 'event')}</h2>
      <OfficeForm
        submit="See what changes"
        check={(typed) =>
          readPin(textIn(typed, 'pin')) === undefined
            ? [{ field: 'pin', message: 'Enter a place in the United Kingdom, or leave it empty.' }]
            : []
        }
        send={look}
        onCancel={() => setOpen(false)}
      >
        {(errorOf) => (
          <>
            <WhereFields event={event} errorOf={errorOf} />
            <VenueFields event={event} errorOf={errorOf} />
          </>
        )}
      </OfficeForm>
      {shown && <Summary key={JSON.stringify(shown)} shown={shown} send={change} />}
    </section>
  )
}

function Summary({ shown, send }: { shown: Shown; send: (typed: FormData) => Promise<void> }) {
  const changed = shown.outcomes.filter((one) => one.is_changed)
  const told = changed.reduce((sum, one) => sum + one.told, 0)
  if (changed.length === 0) return <p role="status">These events already have this venue.</p>
  return (
    <section aria-labelledby="what-changes">
      <h3 id="what-changes">What changes</h3>
      <ul className={styles.missing}>
        {shown.outcomes.map((one) => (
          <li key={one.event_id}>{outcomeInWords(one)}</li>
        ))}
      </ul>
      <OfficeForm submit={`Change these ${changed.length}`} send={send}>
        {() =>
          told > 0 && (
            <Checkbox name="notify_booked" defaultChecked optional>
              Tell {counted(told, 'member')} about the new venue
            </Checkbox>
          )
        }
      </OfficeForm>
    </section>
  )
}

function outcomeInWords({ event_date: date, ...one }: SeriesOutcome): string {
  const parts = [
    one.refused ?? (one.is_changed ? '' : 'It already has this venue.'),
    one.told > 0 ? `${counted(one.told, 'member')} booked.` : '',
    ...one.doubts.map(({ sentence }) => sentence),
  ]
  return `${weekdayAndDate(date)}: ${parts.filter(Boolean).join(' ') || 'changes.'}`
}

function readVenue(typed: FormData): Venue {
  const text = (name: string) => textIn(typed, name) || null
  const pin = readPin(textIn(typed, 'pin'))
  return {
    address_line1: text('address_line1'),
    address_line2: text('address_line2'),
    city: text('city'),
    county: text('county'),
    postcode: text('postcode'),
    country: text('country'),
    ...mapValues(VENUE_FACTS, (_, name) => text(name)),
    latitude: pin?.latitude ?? null,
    longitude: pin?.longitude ?? null,
  }
}
