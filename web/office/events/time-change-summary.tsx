import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { TimeChangePreview } from '../../../domain/office/time-change-shapes.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { ArrivedMembers } from './arrived-members.tsx'
import type { EventForm } from './event-form.ts'
import { counted, timesInWords } from './event-words.ts'
import styles from './events.module.css'

const FREE = [
  { value: '7 days', label: 'Yes, for 7 days' },
  { value: '48 hours', label: 'Yes, for 48 hours' },
  { value: 'none', label: 'No, only as the policy says' },
]

type Props = {
  name: string
  day: Pick<EventForm, 'event_date' | 'slot_plan'>
  preview: TimeChangePreview
  send: (typed: FormData) => Promise<void>
}

/** What the new times would do, and the form that confirms them. */
export function TimeChangeSummary({ name, day, preview, send }: Props) {
  const { appointments, moved, waiting, without_email: silent, places, nearest, arrived } = preview
  const { start, end } = day.slot_plan
  const when = `${weekdayAndDate(day.event_date)}, ${timesInWords(start, end)}`

  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function change(typed: FormData) {
    const isSure = await confirm({
      title: `Change ${name} to ${when}?`,
      text: `${counted(moved, 'appointment')} will be moved, and each member gets a mail with the new time. To undo it, the time has to be changed again.`,
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
      <Facts>
        <Fact term="New time">
          {when}; {counted(places, 'place')}
        </Fact>
        <Fact term="Appointments">
          {appointments}, of them {moved} with a new time
        </Fact>
        <Fact term="On the waiting list, told as well">{waiting}</Fact>
        <Fact term="Without e-mail, to be rung">{silent}</Fact>
      </Facts>
      <ArrivedMembers
        arrived={arrived}
        caption="They have already arrived, so they keep the old time and are not told"
      />
      {nearest.length > 0 && (
        <DataTable
          caption="Their time has no place any more, so they get the nearest free one"
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
              label="May they cancel free of charge?"
              hint="Then a member may cancel even less than 48 hours before, and what was paid is refunded in full."
              options={FREE}
              error={errorOf('free_cancellation')}
            />
            <TextAreaField
              name="message"
              label="Your words to the members"
              optional
              maxLength={2000}
              hint="They come after the new time."
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
  return [{ field: 'free_cancellation', message: 'Please choose one.' }]
}
