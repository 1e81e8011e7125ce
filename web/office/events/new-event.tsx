import { useLoaderData, useNavigate } from 'react-router'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { sendPastDoubts } from '../parts/ask-doubts.ts'
import { OfficeForm } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { EventFields } from './event-fields.tsx'
import { readEventForm } from './event-form.ts'
import styles from './events.module.css'
import { type Choices, loadChoices } from './load-choices.ts'

export const loader = loadChoices

export function Component() {
  const choices = useLoaderData<Choices>()
  const navigate = useNavigate()

  async function add(typed: FormData) {
    const { event } = readEventForm(typed)
    const added = await sendPastDoubts(
      (acknowledged) => write('POST /api/office/events', { body: { ...event, acknowledged } }),
      { title: 'Is this right?', yes: 'Yes, save it' },
    )
    toast({ text: 'The draft has been saved. Only staff can see it.', tone: 'success' })
    await navigate(`/events/${added.event_id}`)
  }

  return (
    <OfficePage
      title="New event"
      trail={[{ label: 'Events', to: '/events' }]}
      lede="It is saved as a draft, which only staff can see. You can add what is missing before you publish it."
    >
      <div className={styles.wide}>
        <OfficeForm
          submit="Save as draft"
          check={(typed) => readEventForm(typed).errors}
          send={add}
          onCancel={() => navigate('/events')}
        >
          {(errorOf) => <EventFields event={null} {...choices} errorOf={errorOf} />}
        </OfficeForm>
      </div>
    </OfficePage>
  )
}
