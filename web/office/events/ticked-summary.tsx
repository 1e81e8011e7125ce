import { useEffect, useRef } from 'react'
import { pounds } from '../../../domain/money.ts'
import type { TickedPreview, TickedRow } from '../../../domain/office/ticked.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { whenText } from '../members/booking-text.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficeForm } from '../parts/office-form.tsx'
import { counted } from './event-text.ts'
import styles from './events.module.css'
import { SECOND_PERSON_WORDS } from './second-person-text.ts'

type Props = {
  preview: TickedPreview
  isMove: boolean
  send: () => Promise<void>
}

/** What would be done for each ticked member, and for whom nothing can be; then the button. */
export function TickedSummary({ preview, isMove, send }: Props) {
  const { people, members, refund_pence: pence, second_person_reasons: reasons } = preview
  const { stop_minutes: minutes } = preview
  const verb = isMove ? 'Move' : 'Cancel'
  const acted = people.filter(({ refusal }) => refusal === null)
  const refused = people.filter(({ refusal }) => refusal !== null)
  const calls = acted.filter(({ is_told: isTold }) => !isTold).length
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.parts} aria-labelledby="preview">
      <h2 id="preview" tabIndex={-1} ref={heading}>
        What will happen
      </h2>
      <Facts>
        <Fact term={isMove ? 'Appointments to move' : 'Appointments to cancel'}>{members}</Fact>
        <Fact term="To refund">{pounds(pence)}</Fact>
        <Fact term="Not reached by email or text, to call">{calls}</Fact>
      </Facts>
      {acted.length > 0 && (
        <DataTable
          caption={isMove ? 'Will be moved' : 'Will be cancelled'}
          rows={acted}
          rowKey={({ appointment_id: id }) => id}
          columns={[
            { label: 'Name', cell: ({ name }) => name },
            { label: 'Now', cell: whenText },
            ...(isMove ? [{ label: 'New time', cell: newTimeOf }] : []),
            { label: 'Money', cell: ({ money }) => money },
            { label: 'Told', cell: ({ is_told: isTold }) => (isTold ? 'Yes' : 'To call') },
          ]}
        />
      )}
      {refused.length > 0 && (
        <DataTable
          caption="Will stay as they are"
          rows={refused}
          rowKey={({ appointment_id: id }) => id}
          columns={[
            { label: 'Name', cell: ({ name }) => name },
            { label: 'Now', cell: whenText },
            { label: 'Why', cell: ({ refusal }) => refusal },
          ]}
        />
      )}
      {reasons.length > 0 ? (
        <Notice tone="warn">
          <p>
            A second person (office, treasurer or admin) must approve this, because{' '}
            {reasons.map((reason) => SECOND_PERSON_WORDS[reason]).join(' and ')}. Nothing changes
            before that.
          </p>
        </Notice>
      ) : (
        minutes !== null && (
          <Notice tone="warn">
            <p>
              It will start in {minutes} minutes, or sooner if a second person approves it. Until
              then it can be stopped.
            </p>
          </Notice>
        )
      )}
      {members > 0 && (
        <OfficeForm submit={`${verb} ${counted(members, 'appointment')}`} send={send}>
          {() => null}
        </OfficeForm>
      )}
    </section>
  )
}

function newTimeOf({ to_date: date, to_time: time }: TickedRow): string {
  return date === null || time === null ? '' : whenText({ date, time })
}
