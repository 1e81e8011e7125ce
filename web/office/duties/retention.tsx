import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import {
  LEAST_MONTHS,
  MOST_MONTHS,
  RETENTION,
  type RetentionRow,
} from '../../../domain/office/retention.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import styles from './duties.module.css'

export async function loader({ request }: LoaderFunctionArgs): Promise<RetentionRow[]> {
  return (await read('GET /api/office/retention', { signal: request.signal })).data
}

export function Component() {
  const rows = useLoaderData<RetentionRow[]>()
  return (
    <OfficePage
      title="Retention"
      lede="How long we keep records. The site deletes older records once a day, but only the kinds you switch on. Messages, reminders, waiting lists and sign-ins are always deleted after 12 months at most."
    >
      <div className={styles.parts}>
        {rows.map((row) => (
          <Period key={`${row.kind} ${row.version}`} row={row} />
        ))}
      </div>
    </OfficePage>
  )
}

function Period({ row }: { row: RetentionRow }) {
  const { kind, months, version, is_on: isOn, due } = row
  const { what, from } = RETENTION[kind]
  const reportDone = useReportDone()

  async function save(typed: FormData) {
    const wanted = { months: Number(textIn(typed, 'months')), is_on: textIn(typed, 'on') === 'yes' }
    const isDeleting = wanted.is_on && (!isOn || wanted.months !== months)
    if (isDeleting && !(await confirm(questionOf(what, wanted.months)))) return
    await write('PUT /api/office/retention/:kind', {
      params: { kind },
      body: { ...wanted, version },
    })
    await reportDone('The period has been saved.')
  }

  return (
    <section aria-labelledby={`kind-${kind.replace(' ', '-')}`}>
      <h2 id={`kind-${kind.replace(' ', '-')}`}>{what}</h2>
      <Facts>
        <Fact term="State">
          <Badge tone={isOn ? 'good' : 'none'}>
            {isOn ? 'Deleted once a day' : 'Nothing is deleted'}
          </Badge>
        </Fact>
        <Fact term="Kept">
          {months} months {from}. The privacy policy says {row.policy_months}.
        </Fact>
        <Fact term={isOn ? 'To be deleted' : 'Would be deleted'}>
          {dueText(kind, due)} from before {dayInWords(row.before)}. None of these members has
          anything open.
        </Fact>
        {row.last_run && (
          <Fact term="Last deleted">
            {momentInWords(new Date(row.last_run.at))}, log number {row.last_run.number}
          </Fact>
        )}
        {row.changed_at && (
          <Fact term="Decided">
            {momentInWords(new Date(row.changed_at))}, by {row.changed_by}
          </Fact>
        )}
      </Facts>
      <OfficeForm
        submit="Save"
        check={(typed) => {
          const wanted = Number(textIn(typed, 'months'))
          const fits = Number.isInteger(wanted) && wanted >= LEAST_MONTHS && wanted <= MOST_MONTHS
          const message = `Enter a number of whole months, from ${LEAST_MONTHS} to ${MOST_MONTHS}.`
          return fits ? [] : [{ field: 'months', message }]
        }}
        send={save}
      >
        {(errorOf) => (
          <>
            <TextField
              id={`months-${kind.replace(' ', '-')}`}
              name="months"
              label="Months"
              defaultValue={String(months)}
              inputMode="numeric"
              width={4}
              autoComplete="off"
              error={errorOf('months')}
            />
            <SelectField
              id={`on-${kind.replace(' ', '-')}`}
              name="on"
              label="Delete older records?"
              defaultValue={isOn ? 'yes' : 'no'}
              options={[
                { value: 'no', label: 'No, nothing' },
                { value: 'yes', label: 'Yes, once a day' },
              ]}
              width={20}
            />
          </>
        )}
      </OfficeForm>
    </section>
  )
}

function dueText(kind: RetentionRow['kind'], due: number): string {
  if (kind === 'payments') return due === 1 ? '1 payment' : `${due} payments`
  return due === 1 ? '1 member’s records' : `Records of ${due} members`
}

function questionOf(what: string, months: number) {
  return {
    title: 'Delete once a day?',
    text: `${what} older than ${months} months will be deleted, for the first time within a day. You cannot get them back.`,
    yes: 'Yes, delete them',
    no: 'Go back',
  }
}
