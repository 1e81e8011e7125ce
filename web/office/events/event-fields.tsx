import type { ReactNode } from 'react'
import { EVENT_FIELDS, type LabelledEventField } from '../../../domain/office/event-fields.ts'
import type { Lab, OfficeEvent, Product } from '../../../domain/office/event-schemas.ts'
import { Checkbox, RadioGroup } from '../../ui/choices.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { breaksInWords } from './event-form.ts'
import styles from './events.module.css'
import { PinField } from './pin-field.tsx'
import { PlacesLine } from './places-line.tsx'
import { VenueFields } from './venue-fields.tsx'

type Props = {
  /** Null for a new one. */
  event: OfficeEvent | null
  products: readonly Product[]
  labs: readonly Lab[]
  errorOf: (name: string) => string | undefined
}

const CATEGORY_WORDS = [
  { value: 'COMMUNITY', label: 'Everybody' },
  { value: 'FREEMASONS', label: 'Freemasons' },
  { value: 'CORPORATE', label: 'A company' },
]

export function EventFields({ event, products, labs, errorOf }: Props) {
  const field = fieldsOf(event, errorOf)
  return (
    <div className={styles.columns}>
      <Part title="What and when">
        <TextField {...field('event_name')} hint="As visitors see it." />
        <TextAreaField {...field('event_description', true)} />
        <DayFields event={event} errorOf={errorOf} />
      </Part>
      <Part title="Where">
        <WhereFields event={event} errorOf={errorOf} />
      </Part>
      <Part title="Getting there and access">
        <VenueFields event={event} errorOf={errorOf} />
      </Part>
      <Part title="Test and payment">
        <SelectField
          {...field('product_id')}
          placeholder="Choose"
          options={products.map(({ product_id: id, name }) => ({ value: String(id), label: name }))}
        />
        <SelectField
          {...field('lab_id')}
          placeholder="Choose"
          options={labs.map(({ lab_id: id, name, requires_nhs_number: strict }) => ({
            value: String(id),
            label: strict ? `${name} (needs the NHS number)` : name,
          }))}
        />
        <TextField
          {...field('price', true)}
          hint="Leave it empty to use the product’s price."
          defaultValue={typeof event?.price === 'number' ? String(event.price / 100) : ''}
          width={10}
        />
        <TextField
          {...field('host_share', true)}
          hint="For each booked member. The member pays the rest. A change applies to later bookings only."
          defaultValue={event?.host_share ? String(event.host_share / 100) : ''}
          width={10}
        />
        <RadioGroup
          {...field('payment_required')}
          options={[
            { value: 'yes', label: 'Yes, by card' },
            { value: 'no', label: 'No, it is free for them' },
          ]}
          defaultValue={yesNo(event?.payment_required)}
          inline
        />
      </Part>
      <Part title="Who it is for">
        <RadioGroup
          {...field('exclusive_for')}
          options={CATEGORY_WORDS}
          defaultValue={event?.exclusive_for ?? 'COMMUNITY'}
          inline
        />
        <Checkbox name="is_private" defaultChecked={event?.is_private ?? false} optional>
          {EVENT_FIELDS.is_private.label}
        </Checkbox>
        <TextField
          name="access_code"
          label={event?.has_access_code ? 'New access code' : 'Access code'}
          optional
          hint={
            event?.has_access_code
              ? 'This event already has a code, which nobody can see again. A new code replaces it.'
              : undefined
          }
          error={errorOf('access_code')}
          autoComplete="off"
          width={20}
        />
      </Part>
      <Part title="Host">
        <TextField {...field('host_name')} autoComplete="off" />
        <TextField {...field('host_phone')} type="tel" autoComplete="off" />
        <TextField {...field('contact_email')} type="email" autoComplete="off" />
      </Part>
    </div>
  )
}

function fieldsOf(event: Props['event'], errorOf: Props['errorOf']) {
  return (name: LabelledEventField, optional = false) => ({
    name,
    label: EVENT_FIELDS[name].label,
    optional,
    error: errorOf(name),
    defaultValue: String(event?.[name] ?? ''),
  })
}

/** Address and pin of an event. */
export function WhereFields({ event, errorOf }: Pick<Props, 'event' | 'errorOf'>) {
  const field = fieldsOf(event, errorOf)
  return (
    <>
      <TextField {...field('address_line1')} />
      <TextField {...field('address_line2', true)} />
      <div className={styles.row}>
        <TextField {...field('city')} />
        <TextField {...field('county', true)} />
        <TextField {...field('postcode')} width={10} />
      </div>
      <TextField {...field('country')} defaultValue={event?.country ?? 'United Kingdom'} />
      <PinField
        initial={
          event?.latitude === null || event?.longitude === null || !event
            ? ''
            : `${event.latitude}, ${event.longitude}`
        }
        error={errorOf('pin') ?? errorOf('latitude')}
      />
    </>
  )
}

/** Date and slot plan of an event. */
export function DayFields({ event, errorOf }: Pick<Props, 'event' | 'errorOf'>) {
  const plan = event?.slot_plan
  const planned = (name: keyof NonNullable<typeof plan>, label: string, fallback = '') => ({
    name: `slot_plan.${name}`,
    label,
    error: errorOf(`slot_plan.${name}`),
    defaultValue: String(plan?.[name] ?? fallback),
  })
  return (
    <>
      <div className={styles.row}>
        <TextField
          name="event_date"
          label="Date"
          type="date"
          width={20}
          error={errorOf('event_date')}
          defaultValue={event?.event_date ?? ''}
        />
        <TextField {...planned('start', 'First appointment starts', '09:00')} type="time" />
        <TextField {...planned('end', 'Last appointment ends', '12:00')} type="time" />
      </div>
      <div className={styles.row}>
        <TextField
          {...planned('session_minutes', 'Minutes for each appointment', '10')}
          inputMode="numeric"
          width={4}
        />
        <TextField
          {...planned('places_per_slot', 'Chairs (people seen at the same time)', '1')}
          inputMode="numeric"
          width={4}
        />
        <TextField
          {...planned('kept_back', 'Places kept back', '0')}
          hint="For walk-ins or the host. Only staff can book them."
          inputMode="numeric"
          width={4}
        />
      </div>
      <TextField
        name="slot_plan.breaks"
        label="Breaks"
        optional
        hint="For example, 12:30-13:00. Put a comma between breaks."
        error={errorOf('slot_plan.breaks')}
        defaultValue={breaksInWords(plan?.breaks ?? [])}
      />
      <PlacesLine />
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend>
        <h2>{title}</h2>
      </legend>
      {children}
    </fieldset>
  )
}

function yesNo(value: boolean | null | undefined): string {
  if (value === null || value === undefined) return ''
  return value ? 'yes' : 'no'
}
