import type { Day } from '../../../domain/office/day-schemas.ts'
import { practiceCodes } from '../../../domain/office/practice-day.ts'
import { groupedTubeCode } from '../../../domain/office/tube-code.ts'
import { DataTable } from '../parts/data-table.tsx'
import styles from './day.module.css'

/** What to type at the practice day where a real one has labels and slips to scan. */
export function PracticeCodes({ day }: { day: Day }) {
  const { tubes, bookings } = practiceCodes(day)
  return (
    <section className={styles.codes} aria-labelledby="codes">
      <h2 id="codes">Codes to practise with</h2>
      <p>
        Type these codes where you would scan a label. The code of a real label works here too: it
        is not used up.
      </p>
      <h3>Tubes</h3>
      <ul>
        {tubes.map((tube) => (
          <li key={tube}>{groupedTubeCode(tube)}</li>
        ))}
      </ul>
      <h3>Booking codes</h3>
      <DataTable
        caption="Booking codes"
        hideCaption
        rows={bookings}
        rowKey={({ code }) => code}
        columns={[
          { label: 'Name', cell: ({ name }) => name },
          { label: 'Code', cell: ({ code }) => code },
        ]}
      />
    </section>
  )
}
