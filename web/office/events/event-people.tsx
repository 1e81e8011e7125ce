import { useState } from 'react'
import type { EventPerson, OfficeEvent } from '../../../domain/office/event-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { TextButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { write } from '../api.ts'
import { OfficeForm } from '../parts/office-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import styles from './events.module.css'

type Props = { event: OfficeEvent; people: readonly EventPerson[] }

/** Who of the venue staff works at the event. */
export function EventPeople({ event, people }: Props) {
  const [isChanging, setChanging] = useState(false)
  const reportDone = useReportDone()
  const mayAssign = useCan('events.assign')
  const isOver = event.event_date < ukDate(new Date())
  const isOpen = mayAssign && event.state !== 'cancelled' && !isOver && people.length > 0
  const assigned = people.filter((one) => one.is_assigned)

  async function save(typed: FormData) {
    const staffIds = people.map((one) => one.staff_id).filter((id) => typed.has(`staff ${id}`))
    await write('PUT /api/office/events/:id/people', {
      params: { id: event.event_id },
      body: { staff_ids: staffIds, before: assigned.map((one) => one.staff_id) },
    })
    setChanging(false)
    await reportDone('The people of the day have been saved.')
  }

  return (
    <section className={styles.history} aria-labelledby="people">
      <h2 id="people">Who works there</h2>
      {!isChanging && (
        <>
          <p>
            {assigned.length === 0
              ? 'Nobody has been assigned yet.'
              : assigned
                  .map(({ name, is_lead: isLead }) => (isLead ? `${name} (day lead)` : name))
                  .join(', ')}
          </p>
          {isOpen && (
            <TextButton onClick={() => setChanging(true)}>Change who works there</TextButton>
          )}
        </>
      )}
      {isChanging && (
        <OfficeForm submit="Save" send={save} onCancel={() => setChanging(false)}>
          {() =>
            people.map(({ staff_id: id, name, is_assigned: isAssigned, is_lead: isLead }) => (
              <Checkbox key={id} name={`staff ${id}`} defaultChecked={isAssigned} optional>
                {isLead ? `${name} (day lead)` : name}
              </Checkbox>
            ))
          }
        </OfficeForm>
      )}
    </section>
  )
}
