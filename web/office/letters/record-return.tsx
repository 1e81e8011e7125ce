import { useLoaderData, useNavigate, useParams } from 'react-router'
import { type LetterPerson, RETURN_REASONS } from '../../../domain/office/result-letters.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { TextField } from '../../ui/field.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { LetterAbout, loadLetterPerson } from './letter-person.tsx'

export const loader = loadLetterPerson

export function Component() {
  const { id = '' } = useParams()
  const letter = useLoaderData<LetterPerson>()
  const navigate = useNavigate()
  const back = '/letters?tab=posted'
  return (
    <OfficePage
      title={`Letter ${id} was returned`}
      trail={[{ label: 'Letters', to: '/letters' }]}
      lede="Do not open the envelope. Destroy it. The member’s record will show the office that the address is wrong, so that they can ask for the right one."
    >
      <LetterAbout {...letter} />
      <OfficeForm
        submit="Mark as returned"
        onCancel={() => navigate(back)}
        check={(typed) =>
          RETURN_REASONS.some((known) => known === textIn(typed, 'reason'))
            ? []
            : [{ field: 'reason', message: 'Choose what is on the envelope.' }]
        }
        send={async (typed) => {
          const reason = RETURN_REASONS.find((known) => known === textIn(typed, 'reason'))
          if (!reason) return
          const body = { reason, on: textIn(typed, 'on') }
          await write('PUT /api/office/letters/:id/return', { params: { id }, body })
          await navigate('/letters?tab=returned')
        }}
      >
        {(errorOf) => (
          <>
            <RadioGroup
              name="reason"
              label="Reason marked on the envelope"
              options={RETURN_REASONS.map((value) => ({
                value,
                label: value.charAt(0).toUpperCase() + value.slice(1),
              }))}
              error={errorOf('reason')}
            />
            <TextField
              name="on"
              label="Date returned"
              type="date"
              defaultValue={ukDate(new Date())}
              error={errorOf('on')}
            />
          </>
        )}
      </OfficeForm>
    </OfficePage>
  )
}
