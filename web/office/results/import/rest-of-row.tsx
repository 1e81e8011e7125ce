import type { ImportRow } from '../../../../domain/office/result-import-schemas.ts'
import { dayInWords } from '../../../../domain/uk-time.ts'
import styles from './import.module.css'

type Rest = NonNullable<NonNullable<ImportRow['error']>['rest']>

/** What of a row in error could be read, so that a person sees whom it concerns. */
export function RestOfRow({ rest }: { rest: Rest }) {
  return (
    <dl className={styles.lines}>
      {linesOf(rest).map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <small>Laboratory</small> {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function linesOf(rest: Rest): [string, string][] {
  const lines: [string, string | null][] = [
    ['Written as result', [rest.value, rest.unit].filter(Boolean).join(' ')],
    ['Flag', rest.flag],
    ['Name', [rest.last_name, rest.first_name].filter(Boolean).join(', ')],
    ['Date of birth', rest.date_of_birth && dayInWords(rest.date_of_birth)],
    ['Tube', rest.tube],
    ['NHS number', rest.nhs_number],
    ['Laboratory number', rest.lab_number],
    ['Comment', rest.comment],
  ]
  return lines.flatMap(([label, text]) => (text ? [[label, text]] : []))
}
