import { useLoaderData, useNavigate, useParams } from 'react-router'
import { IDENTITY_PROOFS, type LetterPerson } from '../../../domain/office/result-letters.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { LetterAbout, loadLetterPerson } from './letter-person.tsx'
import { PROOF_WORDS } from './letter-text.ts'

const BACK = '/letters?tab=to_collect'

export const loader = loadLetterPerson

/** The member has come for a letter that the office kept. */
export function Component() {
  const { id = '' } = useParams()
  const letter = useLoaderData<LetterPerson>()
  const navigate = useNavigate()
  const proofIn = (typed: FormData) =>
    IDENTITY_PROOFS.find((known) => known === textIn(typed, 'proof'))
  return (
    <OfficePage
      title={`Hand letter ${id} over`}
      trail={[{ label: 'Letters', to: '/letters' }]}
      lede="Only to the member, in a closed envelope. Ask who they are before you say that there is a letter."
    >
      <LetterAbout {...letter} />
      <OfficeForm
        submit="It is handed over"
        onCancel={() => navigate(BACK)}
        check={(typed) =>
          proofIn(typed)
            ? []
            : [{ field: 'proof', message: 'Say how you know that it is the member.' }]
        }
        send={async (typed) => {
          const proof = proofIn(typed)
          if (!proof) return
          await write('PUT /api/office/letters/:id/collection', { params: { id }, body: { proof } })
          toast({ text: `Letter ${id} has been collected.`, tone: 'success' })
          await navigate('/letters?tab=collected')
        }}
      >
        {(errorOf) => (
          <RadioGroup
            name="proof"
            label="How do you know that it is the member?"
            options={IDENTITY_PROOFS.map((value) => ({ value, label: PROOF_WORDS[value] }))}
            error={errorOf('proof')}
          />
        )}
      </OfficeForm>
    </OfficePage>
  )
}
