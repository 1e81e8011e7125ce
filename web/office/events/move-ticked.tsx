import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { FieldError } from '../../ui/error-summary.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { read, write } from '../api.ts'
import { textIn } from '../parts/office-form.tsx'
import { counted, whenInWords } from './event-text.ts'
import { loadTicked } from './load-ticked.ts'
import { TickedPage } from './ticked-page.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [ticked, { data: coming }] = await Promise.all([
    loadTicked(args),
    read('GET /api/office/events', { query: {}, signal: args.request.signal }),
  ])
  return { ...ticked, coming }
}

type Wanted = { event_id: number; earliest?: string; latest?: string }

/** Moves the ticked appointments to other times of their event, or to another event. */
export function Component() {
  const { coming, ...ticked } = useLoaderData<typeof loader>()
  const { event } = ticked
  const { event_id: id } = event
  const params = { id }
  const others = coming.filter((one) => one.event_id !== id && one.state === 'published')
  const options = [
    { value: String(id), label: `A different time at this event, ${whenInWords(event)}` },
    ...others.map((one) => ({
      value: String(one.event_id),
      label: `${one.event_name}, ${whenInWords(one)}: ${freeInWords(one)}`,
    })),
  ]
  return (
    <TickedPage
      verb="move"
      ticked={ticked}
      toWanted={toWanted}
      send={(call) => write('POST /api/office/events/:id/appointment-moves', { params, ...call })}
      question={() => ({
        text: 'Each member gets the new time by email or text. Those we cannot reach will be on the list of people to call.',
        yes: 'Move',
      })}
      check={check}
    >
      {(errorOf) => (
        <>
          <SelectField
            name="event"
            label="Where to?"
            options={options}
            hint="Everybody keeps their time of day if it is free there, or gets the nearest free time."
            error={errorOf('event')}
          />
          <TextField
            name="earliest"
            label="No earlier than"
            optional
            width={10}
            autoComplete="off"
            hint="For example, 14:00"
            error={errorOf('earliest')}
          />
          <TextField
            name="latest"
            label="No later than"
            optional
            width={10}
            autoComplete="off"
            error={errorOf('latest')}
          />
        </>
      )}
    </TickedPage>
  )
}

function freeInWords({
  total_spaces: places,
  booked_spaces: taken,
}: {
  total_spaces: number
  booked_spaces: number
}): string {
  const free = Math.max(0, places - taken)
  return free === 0 ? 'no free places' : `${counted(free, 'free place')}`
}

function toWanted(typed: FormData): Wanted {
  const earliest = textIn(typed, 'earliest')
  const latest = textIn(typed, 'latest')
  return {
    event_id: Number(textIn(typed, 'event')),
    ...(earliest && { earliest }),
    ...(latest && { latest }),
  }
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

function check(typed: FormData): FieldError[] {
  const times = ['earliest', 'latest'].filter((name) => {
    const text = textIn(typed, name)
    return text !== '' && !CLOCK.test(text)
  })
  return times.map((field) => ({ field, message: 'Enter a time, for example 14:00.' }))
}
