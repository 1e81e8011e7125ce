import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficeForm } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { EventFields } from './event-fields.tsx'
import { readEventForm } from './event-form.ts'
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

  async function save(typed: FormData) {
    const { event: changes } = readEventForm(typed)
    await write('PUT /api/office/events/:id', {
      params: { id: event.event_id },
      body: { ...changes, version: event.version },
    })
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
          {(errorOf) => <EventFields event={event} {...choices} errorOf={errorOf} />}
        </OfficeForm>
      </div>
    </OfficePage>
  )
}
