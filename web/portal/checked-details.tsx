import type { BeingChecked } from '../../domain/contract.ts'
import { dayInWords, ukDate } from '../../domain/uk-time.ts'
import { Notice } from '../ui/notice.tsx'

const WORDS: Record<BeingChecked['fields'][number], string> = {
  first_name: 'first name',
  last_name: 'last name',
  latin_first_name: 'first name in Latin letters',
  latin_last_name: 'last name in Latin letters',
  gender: 'gender',
  date_of_birth: 'date of birth',
  nhs_number: 'NHS number',
}

/** Shown while staff review changed identity details. */
export function CheckedDetails({ checked }: { checked: BeingChecked }) {
  const fields = checked.fields.map((field) => WORDS[field])
  const list = new Intl.ListFormat('en-GB').format(fields)
  return (
    <Notice title="We are checking your change">
      <p>
        You have changed your {list} since {dayInWords(ukDate(new Date(checked.since)))}. One of our
        team is checking this, because your consent forms and results are under your old details. In
        the meantime nothing else changes: you can still book, and your results stay here.
      </p>
    </Notice>
  )
}
