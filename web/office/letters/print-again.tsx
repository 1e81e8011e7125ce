import { useLoaderData, useNavigate, useParams, useSearchParams } from 'react-router'
import type { LetterPerson } from '../../../domain/office/result-letters.ts'
import { write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { LetterAbout, loadLetterPerson } from './letter-person.tsx'

export const loader = loadLetterPerson

/** A new copy in a batch of its own, with the reason. */
export function Component() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const letter = useLoaderData<LetterPerson>()
  const navigate = useNavigate()
  const from = search.get('from')
  return (
    <OfficePage
      title={`Print letter ${id} again`}
      trail={[{ label: 'Letters', to: '/letters' }]}
      lede={
        from === 'printed'
          ? 'We take the letter out of its batch and put a new copy in its own batch. Destroy any copies already printed.'
          : 'We put a new copy in its own batch, with the current address.'
      }
    >
      <LetterAbout {...letter} />
      <ReasonForm
        submit="Make the batch"
        label="Why are you printing it again?"
        hint="For example: the printer jammed; it never arrived."
        defaultValue={from === 'returned' ? 'The letter came back' : ''}
        maxLength={300}
        missing="Say why you are printing it again."
        send={async (reason) => {
          const body = { letters: [Number(id)], reason }
          const batch = await write('POST /api/office/letter-batches', { body })
          await navigate(`/letters/batches/${batch.id}`)
        }}
        onCancel={() => navigate(-1)}
      />
    </OfficePage>
  )
}
