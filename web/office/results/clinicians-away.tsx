import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Absence, Absences } from '../../../domain/office/absences.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { TextButton } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import styles from '../parts/sections.module.css'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { daysInWords, tooFewInWords } from './absence-text.ts'

export function loader({ request }: LoaderFunctionArgs): Promise<Absences> {
  return read('GET /api/office/absences', { signal: request.signal })
}

/** Who is away, who covers, and on which days a red result would wait. */
export function Component() {
  const { absences, clinicians, too_few: tooFew } = useLoaderData<Absences>()
  return (
    <OfficePage
      title="Clinicians away"
      lede="Enter days on which a clinician is away and who covers. Both get an email."
    >
      <div className={styles.sections}>
        {tooFew.length > 0 && (
          <Notice tone="warn">
            {tooFew.map((days) => (
              <p key={days.from}>{tooFewInWords(days)}</p>
            ))}
          </Notice>
        )}
        {absences.length === 0 ? (
          <p>Nobody is away or going to be.</p>
        ) : (
          <DataTable
            caption="Away now or later"
            rows={absences}
            rowKey={({ id }) => id}
            columns={[
              { label: 'Clinician', cell: ({ clinician }) => clinician },
              { label: 'Days', cell: daysInWords },
              {
                label: 'Cover',
                cell: ({ cover, is_own_cover: isOwn }) =>
                  cover === null ? <b>Nobody: they have left</b> : isOwn ? `${cover} (you)` : cover,
              },
              { label: 'Entered by', cell: ({ entered_by: by }) => by },
              { label: 'End', cell: (absence) => <End absence={absence} /> },
            ]}
          />
        )}
        <Enter key={absences.length} clinicians={clinicians} />
      </div>
    </OfficePage>
  )
}

function End({ absence }: { absence: Absence }) {
  const { id, clinician } = absence
  const reportDone = useReportDone()
  const { isPending, run } = useAction(async () => {
    const isSure = await confirm({
      title: `Is ${clinician} back?`,
      text: `The absence of ${daysInWords(absence)} ends now. You can enter it again.`,
      yes: 'End it',
      no: 'Go back',
    })
    if (!isSure) return
    await write('POST /api/office/absences/:id/end', { params: { id } })
    await reportDone(`The absence of ${clinician} has ended.`)
  })
  return (
    <TextButton aria-label={`End: ${clinician}`} disabled={isPending} onClick={run}>
      End
    </TextButton>
  )
}

function Enter({ clinicians }: Pick<Absences, 'clinicians'>) {
  const [away, setAway] = useState(String(clinicians.find(({ is_self: is }) => is)?.id ?? ''))
  const reportDone = useReportDone()
  const options = clinicians.map(({ id, name }) => ({ value: String(id), label: name }))
  const covers = options.filter(({ value }) => value !== away)
  if (covers.length === 0) return <p>There is no other clinician who could cover.</p>

  async function send(typed: FormData) {
    await write('POST /api/office/absences', {
      body: {
        clinician_id: Number(textIn(typed, 'clinician')),
        cover_id: Number(textIn(typed, 'cover')),
        from: textIn(typed, 'from'),
        until: textIn(typed, 'until'),
      },
    })
    await reportDone('Saved. We have emailed both of them.')
  }
  return (
    <section aria-labelledby="enter">
      <h2 id="enter">Enter an absence</h2>
      <OfficeForm
        submit="Save"
        check={(typed) =>
          missingFields(typed, { from: 'Enter the first day.', until: 'Enter the last day.' })
        }
        send={send}
      >
        {(errorOf) => (
          <>
            <SelectField
              name="clinician"
              label="Who is away?"
              options={options}
              value={away}
              onChange={({ target }) => setAway(target.value)}
              error={errorOf('clinician')}
            />
            <TextField
              name="from"
              label="First day"
              type="date"
              defaultValue={ukDate(new Date())}
              error={errorOf('from')}
            />
            <TextField name="until" label="Last day" type="date" error={errorOf('until')} />
            <SelectField
              name="cover"
              label="Who covers?"
              options={covers}
              error={errorOf('cover')}
            />
          </>
        )}
      </OfficeForm>
    </section>
  )
}
