import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import { problemsOfForm } from '../../../domain/office/day-unresolved.ts'
import { groupedTubeCode } from '../../../domain/office/tube-code.ts'
import type { LabelBatch, TubesOfDay } from '../../../domain/office/tube-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { TextButton } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { read } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { DayForms } from './day-forms.tsx'
import { PrintAgain } from './print-again.tsx'
import { PrintLabels } from './print-labels.tsx'
import styles from './tubes.module.css'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const about = { params: { id: String(params.id) }, signal: request.signal }
  const [day, unresolved] = await Promise.all([
    read('GET /api/office/days/:id/labels', about),
    read('GET /api/office/days/:id/unresolved', about),
  ])
  return { day, problems: problemsOfForm(unresolved) }
}

/** What is printed for a day: labels before it, the forms at its end. */
export function Component() {
  const { day, problems } = useLoaderData<{ day: TubesOfDay; problems: string[] }>()
  const [again, setAgain] = useState<LabelBatch | null>(null)
  const revalidator = useRevalidator()
  const { event_id: id, name, date, start, end } = day
  return (
    <OfficePage
      title="Labels and forms"
      trail={[{ label: 'Days', to: '/days' }]}
      lede={`${name}, ${weekdayAndDate(date)}, ${start} to ${end}`}
    >
      <div className={styles.parts}>
        <section aria-labelledby="labels">
          <h2 id="labels">Tube labels</h2>
          <Facts>
            <Fact term="Booked">{day.booked}</Fact>
            <Fact term="Places kept back">
              {day.kept_back === 0 ? 'None' : `${day.kept_back}, for walk-ins`}
            </Fact>
            <Fact term="Spare">{day.spare}</Fact>
          </Facts>
          {!again && (
            <PrintLabels
              key={day.batches.length}
              day={day}
              onPrinted={() => revalidator.revalidate()}
            />
          )}
        </section>
        {day.batches.length > 0 && (
          <section aria-labelledby="printed">
            <h2 id="printed">Printed so far</h2>
            <DataTable
              caption="Labels printed for this day"
              hideCaption
              rows={day.batches}
              rowKey={(batch) => batch.id}
              columns={[
                { label: 'Numbers', cell: numbersOf },
                { label: 'Labels', align: 'end', cell: ({ count }) => count },
                { label: 'On a tube', align: 'end', cell: ({ used }) => used },
                {
                  label: 'Printed',
                  cell: ({ printed_at: at, printed_by: by }) =>
                    `${momentInWords(new Date(at))}, by ${by}`,
                },
                {
                  label: 'Lost or spoilt',
                  cell: (batch) =>
                    batch.used < batch.count && (
                      <TextButton
                        aria-label={`Print again ${numbersOf(batch)}`}
                        onClick={() => setAgain(batch)}
                      >
                        Print again
                      </TextButton>
                    ),
                },
              ]}
            />
          </section>
        )}
        <DayForms day={day} problems={problems} onMade={() => revalidator.revalidate()} />
      </div>
      {again && (
        <PrintAgain
          eventId={id}
          batch={again}
          numbers={numbersOf(again)}
          hasSlips={day.has_slips ?? false}
          onClose={() => setAgain(null)}
        />
      )}
    </OfficePage>
  )
}

function numbersOf({ first, last }: LabelBatch): string {
  if (first === last) return groupedTubeCode(first)
  return `${groupedTubeCode(first)} to ${groupedTubeCode(last)}`
}
