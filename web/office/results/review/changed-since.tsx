import type { ChangeSinceSample } from '../../../../domain/office/identity-since.ts'
import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { dayInWords, ukDate } from '../../../../domain/uk-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { formerFactSentence } from '../former-fact.ts'

/** What is no longer as it was at the sample, and who else has the NHS number. Facts alone. */
export function ChangedSince({
  result: { changed_since: changed, shares_number_with: others },
}: {
  result: Pick<OpenedResult, 'changed_since' | 'shares_number_with'>
}) {
  if (changed.facts.length === 0 && others.length === 0) return null
  return (
    <Notice tone="warn" title="Who this is">
      {changed.facts.map((one) => (
        <p key={one.fact}>{changeSentence(one, changed.sample_date)}</p>
      ))}
      {changed.report_has_former.map((fact) => (
        <p key={fact}>{formerFactSentence(fact)}</p>
      ))}
      {others.map(({ member_id: id, name, date_of_birth: born }) => (
        <p key={id}>
          Another record has the same NHS number: {name}, born {dayInWords(born)}, member {id}.
        </p>
      ))}
    </Notice>
  )
}

const NOUNS: Record<ChangeSinceSample['fact'], string> = {
  name: 'Name',
  sex: 'Sex marker',
  birth_date: 'Date of birth',
  nhs_number: 'NHS number',
}

function changeSentence({ fact, from, to, at }: ChangeSinceSample, sampled: string): string {
  const [before, after] = [from, to].map((text) =>
    text !== null && fact === 'birth_date' ? dayInWords(text) : text,
  )
  const values = before && after ? ` from ${before} to ${after}` : ''
  const day = dayInWords(ukDate(new Date(at)))
  return `${NOUNS[fact]} changed${values} on ${day}, after the sample of ${dayInWords(sampled)}.`
}
