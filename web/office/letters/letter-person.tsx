import type { LoaderFunctionArgs } from 'react-router'
import type { LetterPerson } from '../../../domain/office/result-letters.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { read } from '../api.ts'
import { PersonBanner } from '../parts/person-banner.tsx'

export function loadLetterPerson({ params, request }: LoaderFunctionArgs): Promise<LetterPerson> {
  return read('GET /api/office/letters/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** Whom the letter is about, below what stands on top of their record. */
export function LetterAbout({ name, date_of_birth: born, person }: LetterPerson) {
  return (
    <>
      <PersonBanner person={person} />
      <Facts>
        <Fact term="Member">
          {name}, born {dayInWords(born)}
        </Fact>
      </Facts>
    </>
  )
}
