import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { StaysBecause, StrikePreview } from '../../../domain/office/walk-in-strikes.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { DataTable } from '../parts/data-table.tsx'

const STAYS_WORDS: Record<StaysBecause, string> = {
  sample: 'A sample was recorded',
  payment: 'A payment was recorded',
  result: 'There is a result',
  account: 'The member has an account',
}

type Shown = Pick<StrikePreview, 'walk_ins' | 'to_strike' | 'staying'>

/** What would be struck out, and apart from it what stays. */
export function StruckWalkIns({ preview }: { preview: Shown }) {
  const { walk_ins: walkIns, to_strike: toStrike, staying } = preview
  const when = (one: (typeof walkIns)[number]) => `${weekdayAndDate(one.date)}, ${one.time}`
  const columns = [
    { label: 'Member', cell: (one: (typeof walkIns)[number]) => one.name ?? 'Walk-in' },
    { label: 'Event', cell: (one: (typeof walkIns)[number]) => one.event_name },
    { label: 'Appointment', cell: when },
    {
      label: 'Registered',
      cell: (one: (typeof walkIns)[number]) => momentInWords(new Date(one.registered_at)),
    },
  ]
  return (
    <>
      <p>
        {toStrike} to strike out, {staying} staying.
      </p>
      {toStrike > 0 && (
        <DataTable
          caption="To strike out"
          rows={walkIns.filter((one) => one.stays_because === null)}
          rowKey={(one) => one.appointment_id}
          columns={columns}
        />
      )}
      {staying > 0 && (
        <DataTable
          caption="Staying: decide about each in its record"
          rows={walkIns.filter((one) => one.stays_because !== null)}
          rowKey={(one) => one.appointment_id}
          columns={[
            ...columns,
            {
              label: 'Stays because',
              cell: (one) => one.stays_because && STAYS_WORDS[one.stays_because],
            },
          ]}
        />
      )}
    </>
  )
}
