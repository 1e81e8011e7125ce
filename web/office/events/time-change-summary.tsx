import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { TimeChangePreview } from '../../../domain/office/time-change-schemas.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { ArrivedMembers } from './arrived-members.tsx'
import { DoubtsNotice } from './doubts-notice.tsx'
import type { EventForm } from './event-form.ts'
import { counted, timesInWords } from './event-text.ts'
import styles from './events.module.css'

const FREE = [
  { value: '7 days', label: 'Yes, for 7 days' },
  { value: '48 hours', label: 'Yes, for 48 hours' },
  { value: 'none', label: 'No, the refund policy applies' },
]

type Props = {
  name: string
  day: Pick<EventForm, 'event_date' | 'slot_plan'>
  preview: TimeChangePreview
  send: (typed: FormData) => Promise<void>
}

/** What the new times would do, and the form that confirms them. */
export function TimeChangeSummary({ name, day, preview, send }: Props) {
  const { appointments, moved, waiting, invited, places, nearest, arrived } = preview
  const { start, end } = day.slot_plan
  const when = `${weekdayAndDate(day.event_date)}, ${timesInWords(start, end)}`

  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function change(typed: FormData) {
    const isSure = await confirm({
      title: `Change ${name} to ${when}?`,
      text: `${counted(moved, 'appointment')} will be moved, and each member will get an email with the new time. To undo this, you have to change the time again.`,
      yes: 'Change the time',
      no: 'Go back',
    })
    if (isSure) await send(typed)
  }

  return (
    <section className={styles.parts} aria-labelledby="changes">
      <h2 id="changes" tabIndex={-1} ref={heading}>
        What changes
      </h2>
      <DoubtsNotice doubts={preview.doubts} />
      <Facts>
        <Fact term="New time">
          {when}; {counted(places, 'place')}
        </Fact>
        <Fact term="Appointments">
          {appointments}, of which {moved} will get a new time
        </Fact>
        <Fact term="On the waiting list, who will be told too">{waiting}</Fact>
        {invited > 0 && (
          <Fact term="Invited by name, who will get a new link for the nearest time">
            {invited}
          </Fact>
        )}
        <Fact term="No email address, to call">{preview.without_email}</Fact>
      </Facts>
      <ArrivedMembers
        arrived={arrived}
        caption="They have already arrived, so they keep the old time and are not told"
      />
      {nearest.length > 0 && (
        <DataTable
          caption="These members’ times no longer exist, so they get the nearest free time"
          rows={nearest}
          rowKey={({ appointment_id: id }) => id}
          columns={[
            {
              label: 'Name',
              cell: ({ member_id: id, name }) => <Link to={`/members/${id}`}>{name}</Link>,
            },
            { label: 'Now', cell: ({ from_date, from_time }) => at(from_date, from_time) },
            { label: 'New', cell: ({ to_date, to_time }) => at(to_date, to_time) },
          ]}
        />
      )}
      <OfficeForm submit="Change the time" check={check} send={change}>
        {(errorOf) => (
          <>
            <RadioGroup
              name="free_cancellation"
              label="Can they cancel free of charge?"
              hint="If yes, members can cancel even within 48 hours of the appointment, and get a full refund."
              options={FREE}
              error={errorOf('free_cancellation')}
            />
            <TextAreaField
              name="message"
              label="Your message to the members"
              optional
              maxLength={2000}
              hint="It comes after the new time."
            />
          </>
        )}
      </OfficeForm>
    </section>
  )
}

function at(date: string, time: string): string {
  return `${time} on ${weekdayAndDate(date)}`
}

function check(typed: FormData) {
  if (textIn(typed, 'free_cancellation') !== '') return []
  return [{ field: 'free_cancellation', message: 'Choose whether they can cancel free of charge.' }]
}
