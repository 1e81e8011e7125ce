import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BANNER_LENGTH, BANNER_TONES, type BannerTone } from '../../../domain/banners.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import {
  BANNER_PLACE_LABELS,
  BANNER_TONE_LABELS,
  type Banner,
  type NewBanner,
} from '../../../domain/office/banners.ts'
import { ukDate, ukInstant, ukTime } from '../../../domain/uk-time.ts'
import { Checkbox, RadioGroup } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'

const USUAL_HOURS = 24
/** Without that of one event. */
const GENERAL_PLACES = ['site', 'portal', 'office'] as const
type GeneralPlace = (typeof GENERAL_PLACES)[number]

/** `banner` is null for a new one; `event` is that of a new one about an event. */
export function BannerForm({
  banner,
  event,
  send,
}: {
  banner: Banner | null
  event: { id: number; name: string } | null
  send: (banner: NewBanner) => Promise<void>
}) {
  const navigate = useNavigate()
  const [words, setWords] = useState(banner?.words ?? '')
  const [tone, setTone] = useState<BannerTone>(banner?.tone ?? 'information')
  const [place, setPlace] = useState<GeneralPlace>(
    GENERAL_PLACES.find((one) => one === banner?.place) ?? 'site',
  )
  const [opened] = useState(() => new Date())
  const from = banner ? new Date(banner.shown_from) : opened
  const until = banner
    ? new Date(banner.shown_until)
    : new Date(opened.getTime() + USUAL_HOURS * HOUR_MS)

  function readBanner(typed: FormData): NewBanner {
    const written = {
      words,
      tone,
      shown_from: instantOf(textIn(typed, 'shown_from')).toISOString(),
      shown_until: instantOf(textIn(typed, 'shown_until')).toISOString(),
    }
    if (!event) return { ...written, place }
    return { ...written, place: 'event', event_id: event.id, in_mails: typed.has('in_mails') }
  }

  return (
    <OfficeForm
      submit={banner ? 'Save the banner' : 'Show the banner'}
      check={faultsOf}
      send={(typed) => send(readBanner(typed))}
      onCancel={() => navigate('/banners')}
    >
      {(errorOf) => (
        <>
          <TextAreaField
            name="words"
            label="Words"
            rows={3}
            maxLength={BANNER_LENGTH}
            hint={`At most ${BANNER_LENGTH} characters. Say what has changed and what to do. Nothing about a member.`}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
            error={errorOf('words')}
          />
          <RadioGroup
            name="tone"
            label="Kind"
            options={BANNER_TONES.map((value) => ({ value, label: BANNER_TONE_LABELS[value] }))}
            value={tone}
            onChange={(value) => setTone(BANNER_TONES.find((one) => one === value) ?? tone)}
          />
          {event ? (
            <>
              <p>
                Shown on the pages of <b>{event.name}</b>.
              </p>
              <Checkbox name="in_mails" optional defaultChecked={banner?.in_mails ?? false}>
                Also in emails that confirm an appointment at this event or remind members of it
              </Checkbox>
            </>
          ) : (
            <RadioGroup
              name="place"
              label="Where"
              options={GENERAL_PLACES.map((value) => ({
                value,
                label: BANNER_PLACE_LABELS[value],
              }))}
              value={place}
              onChange={(value) => setPlace(GENERAL_PLACES.find((one) => one === value) ?? place)}
            />
          )}
          <TextField
            name="shown_from"
            label="From"
            type="datetime-local"
            width={20}
            defaultValue={typedMoment(from)}
            error={errorOf('shown_from')}
          />
          <TextField
            name="shown_until"
            label="Until"
            hint="It goes by itself then."
            type="datetime-local"
            width={20}
            defaultValue={typedMoment(until)}
            error={errorOf('shown_until')}
          />
          {words.trim() !== '' && (
            <section className="band stack" aria-label="How it looks">
              <b>How it looks</b>
              <p data-tone={tone}>{words}</p>
            </section>
          )}
        </>
      )}
    </OfficeForm>
  )
}

function faultsOf(typed: FormData): FieldError[] {
  const missing = missingFields(typed, {
    words: 'Enter the words.',
    shown_from: 'Enter when it begins.',
    shown_until: 'Enter when it ends.',
  })
  if (missing.length > 0) return missing
  return textIn(typed, 'shown_from') < textIn(typed, 'shown_until')
    ? []
    : [{ field: 'shown_until', message: 'The end must be after the start.' }]
}

function typedMoment(at: Date): string {
  return `${ukDate(at)}T${ukTime(at)}`
}

function instantOf(typed: string): Date {
  const [day = '', time = ''] = typed.split('T')
  return ukInstant(day, time)
}
