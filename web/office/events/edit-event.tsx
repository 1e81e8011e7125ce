import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { Checkbox } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { sendPastDoubts } from '../parts/ask-doubts.ts'
import { OfficeForm } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { EventFields } from './event-fields.tsx'
import { readEventForm } from './event-form.ts'
import { counted } from './event-text.ts'
import styles from './events.module.css'
import { loadChoices } from './load-choices.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { params, request } = args
  const [event, choices] = await Promise.all([
    read('GET /api/office/events/:id', {
      params: { id: String(params.id) },
      signal: request.signal,
    }),
    loadChoices(args),
  ])
  return { event, choices }
}

export function Component() {
  const { event, choices } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const back = `/events/${event.event_id}`

  const booked = event.state === 'published' ? event.appointments : 0

  async function save(typed: FormData) {
    const { event: changes } = readEventForm(typed)
    const isTold = booked === 0 || typed.has('notify_booked')
    if (!isTold && !(await confirm(withoutMail(booked)))) return
    await sendPastDoubts(
      (acknowledged) =>
        write('PUT /api/office/events/:id', {
          params: { id: event.event_id },
          body: { ...changes, version: event.version, notify_booked: isTold, acknowledged },
        }),
      { title: 'Is this right?', yes: 'Yes, save it' },
    )
    toast({ text: 'The event has been saved.', tone: 'success' })
    await navigate(back)
  }

  return (
    <OfficePage
      title={`Change ${event.event_name}`}
      trail={[
        { label: 'Events', to: '/events' },
        { label: event.event_name, to: back },
      ]}
    >
      <div className={styles.wide}>
        <OfficeForm
          submit="Save"
          check={(typed) => readEventForm(typed).errors}
          send={save}
          onCancel={() => navigate(back)}
        >
          {(errorOf) => (
            <>
              <EventFields event={event} {...choices} errorOf={errorOf} />
              {booked > 0 && <TellBooked booked={booked} />}
            </>
          )}
        </OfficeForm>
      </div>
    </OfficePage>
  )
}

function TellBooked({ booked }: { booked: number }) {
  return (
    <fieldset className={styles.part}>
      <legend>
        <h2>Tell people who have booked</h2>
      </legend>
      <Checkbox name="notify_booked" defaultChecked optional>
        Tell {counted(booked, 'member')} about this change
      </Checkbox>
      <p>
        Each member gets one email with a new calendar entry if you change the name, the
        description, the venue, how to get there or the email address for questions. Those whom no
        email or text reaches are under Open tasks, for a call. Untick this only if you are
        correcting a spelling mistake.
      </p>
    </fieldset>
  )
}

function withoutMail(booked: number) {
  return {
    title: 'Save without telling anybody?',
    text: `${counted(booked, 'member')} who have booked will not get an email or a call, and their calendars will keep the old details. If the venue has changed, tell them.`,
    yes: 'Save without an email',
    no: 'Go back',
  }
}
