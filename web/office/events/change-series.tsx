import { type ReactNode, useState } from 'react'
import { mapValues } from '../../../domain/fields.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import { EVENT_FIELDS, type LabelledEventField } from '../../../domain/office/event-fields.ts'
import type {
  OfficeEvent,
  SeriesChange,
  SeriesOutcome,
  SeriesRow,
} from '../../../domain/office/event-schemas.ts'
import { VENUE_FACTS } from '../../../domain/venue-facts.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import { WhereFields } from './event-fields.tsx'
import { readPin, readPrice } from './event-form.ts'
import { counted } from './event-text.ts'
import styles from './events.module.css'
import type { Choices } from './load-choices.ts'
import { VenueFields } from './venue-fields.tsx'

type Changes = SeriesChange['changes']
/** On the second try the events that were refused are offered again. */
type Shown = { changes: Changes; outcomes: SeriesOutcome[]; isSecondTry: boolean }
type Props = { event: OfficeEvent; rows: SeriesRow[]; choices: Choices }

/** The venue, or other things alike, of the ticked events, in two steps: what it would do first. */
export function ChangeSeries({ event, rows, choices }: Props) {
  const [open, setOpen] = useState<'venue' | 'others' | null>(null)
  const close = () => setOpen(null)
  if (open === 'venue')
    return (
      <ChangeForm
        event={event}
        rows={rows}
        title={`Another venue for ${counted(rows.length, 'event')}`}
        read={readVenue}
        onClose={close}
      >
        {(errorOf) => (
          <>
            <WhereFields event={event} errorOf={errorOf} />
            <VenueFields event={event} errorOf={errorOf} />
          </>
        )}
      </ChangeForm>
    )
  if (open === 'others')
    return (
      <ChangeForm
        event={event}
        rows={rows}
        title={`Test, price, host and description of ${counted(rows.length, 'event')}`}
        read={readOthers}
        onClose={close}
      >
        {(errorOf) => <OtherFields choices={choices} errorOf={errorOf} />}
      </ChangeForm>
    )
  return (
    <div className={styles.question}>
      <Buttons>
        <Button kind="quiet" onClick={() => setOpen('venue')}>
          Change the venue of these {rows.length}
        </Button>
        <Button kind="quiet" onClick={() => setOpen('others')}>
          Change the price, host or text of these {rows.length}
        </Button>
      </Buttons>
    </div>
  )
}

type ErrorOf = (name: string) => string | undefined

function ChangeForm({
  event,
  rows,
  title,
  read,
  onClose,
  children,
}: Omit<Props, 'choices'> & {
  title: string
  read: (typed: FormData) => { changes: Changes; errors: FieldError[] }
  onClose: () => void
  children: (errorOf: ErrorOf) => ReactNode
}) {
  const [shown, setShown] = useState<Shown | null>(null)
  const reportDone = useReportDone()
  const params = { id: event.event_id }
  const events = rows.map(({ event_id, version }) => ({ event_id, version }))

  async function look(typed: FormData) {
    const { changes } = read(typed)
    const body = { dry_run: true, events, changes }
    const { data } = await write('POST /api/office/events/:id/series', { params, body })
    setShown({ changes, outcomes: data, isSecondTry: false })
  }

  async function change(typed: FormData) {
    if (!shown) return
    const body = {
      dry_run: false,
      events,
      changes: shown.changes,
      notify_booked: typed.has('notify_booked'),
      acknowledged: shown.outcomes.flatMap(({ doubts }) => doubts.map(({ kind }) => kind)),
    }
    const { data } = await write('POST /api/office/events/:id/series', {
      params,
      body: { ...body, acknowledged: [...new Set(body.acknowledged)] },
    })
    const refused = data.filter((one) => one.refused !== null)
    setShown(refused.length > 0 ? { ...shown, outcomes: refused, isSecondTry: true } : null)
    const changed = data.filter((one) => one.is_changed && one.refused === null).length
    await reportDone(`${counted(changed, 'event')} changed.`)
    if (refused.length === 0) onClose()
  }

  return (
    <section className={styles.parts} aria-labelledby="alike">
      <h2 id="alike">{title}</h2>
      <OfficeForm
        submit="See what changes"
        check={(typed) => read(typed).errors}
        send={look}
        onCancel={onClose}
      >
        {children}
      </OfficeForm>
      {shown && <Summary key={JSON.stringify(shown)} shown={shown} send={change} />}
    </section>
  )
}

/** What is left empty stays as each event has it. */
function OtherFields({ choices, errorOf }: { choices: Choices; errorOf: ErrorOf }) {
  const field = (name: keyof Changes & LabelledEventField) => ({
    name,
    label: EVENT_FIELDS[name].label,
    optional: true,
    error: errorOf(name),
  })
  return (
    <>
      <p>Fields that you leave empty stay as each event has them.</p>
      <SelectField
        {...field('product_id')}
        placeholder="Keep"
        options={choices.products.map(({ product_id: id, name }) => ({
          value: String(id),
          label: name,
        }))}
      />
      <SelectField
        {...field('lab_id')}
        placeholder="Keep"
        options={choices.labs.map(({ lab_id: id, name }) => ({ value: String(id), label: name }))}
      />
      <TextField {...field('price')} width={10} />
      <TextField {...field('host_share')} width={10} />
      <TextField {...field('host_name')} label="Host’s name" autoComplete="off" />
      <TextField {...field('host_phone')} label="Host’s phone" type="tel" autoComplete="off" />
      <TextField {...field('contact_email')} type="email" autoComplete="off" />
      <TextAreaField {...field('event_description')} />
    </>
  )
}

function Summary({ shown, send }: { shown: Shown; send: (typed: FormData) => Promise<void> }) {
  const { outcomes, isSecondTry } = shown
  const changed = outcomes.filter((one) => one.is_changed && (isSecondTry || one.refused === null))
  const told = changed.reduce((sum, one) => sum + one.told, 0)
  if (shown.outcomes.every((one) => !one.is_changed))
    return <p role="status">These events are already like this.</p>
  return (
    <section aria-labelledby="what-changes">
      <h3 id="what-changes">What changes</h3>
      <ul className={styles.missing}>
        {shown.outcomes.map((one) => (
          <li key={one.event_id}>{outcomeInWords(one)}</li>
        ))}
      </ul>
      {changed.length > 0 && (
        <OfficeForm submit={`Change these ${changed.length}`} send={send}>
          {() =>
            told > 0 && (
              <Checkbox name="notify_booked" defaultChecked optional>
                Tell {counted(told, 'member')} about this change
              </Checkbox>
            )
          }
        </OfficeForm>
      )}
    </section>
  )
}

function outcomeInWords({ event_date: date, ...one }: SeriesOutcome): string {
  const parts = [
    one.refused ?? (one.is_changed ? '' : 'It is already like this.'),
    one.told > 0 ? `${counted(one.told, 'member')} booked.` : '',
    ...one.doubts.map(({ sentence }) => sentence),
  ]
  return `${weekdayAndDate(date)}: ${parts.filter(Boolean).join(' ') || 'changes.'}`
}

function readVenue(typed: FormData): { changes: Changes; errors: FieldError[] } {
  const text = (name: string) => textIn(typed, name) || null
  const pin = readPin(textIn(typed, 'pin'))
  const changes = {
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
  const message = 'Enter a place in the United Kingdom, or leave it empty.'
  return { changes, errors: pin === undefined ? [{ field: 'pin', message }] : [] }
}

/** Only what was typed or chosen. */
function readOthers(typed: FormData): { changes: Changes; errors: FieldError[] } {
  const errors: FieldError[] = []
  const changes: Changes = {}
  for (const name of ['price', 'host_share'] as const) {
    const pence = readPrice(textIn(typed, name))
    if (pence === undefined)
      errors.push({
        field: name,
        message: 'Enter an amount in pounds, for example 25 or 25.50, or leave it empty.',
      })
    else if (pence !== null) changes[name] = pence
  }
  for (const name of ['product_id', 'lab_id'] as const)
    if (textIn(typed, name) !== '') changes[name] = Number(textIn(typed, name))
  for (const name of ['host_name', 'host_phone', 'contact_email', 'event_description'] as const)
    if (textIn(typed, name) !== '') changes[name] = textIn(typed, name)
  if (errors.length === 0 && Object.keys(changes).length === 0)
    errors.push({ field: 'price', message: 'Enter at least one thing to change.' })
  return { changes, errors }
}
