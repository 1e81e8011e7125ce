import { useNavigate } from 'react-router'
import type { Lab } from '../../../domain/office/event-shapes.ts'
import { USUAL_DAYS } from '../../../domain/results.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { TextField } from '../../ui/field.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'

type TypedLab = Pick<Lab, 'name' | 'requires_nhs_number' | 'result_days'>

type Props = {
  /** Null for a new one. */
  lab: Lab | null
  submit: string
  save: (typed: TypedLab) => Promise<void>
}

export function LabForm({ lab, submit, save }: Props) {
  const navigate = useNavigate()
  return (
    <OfficeForm
      submit={submit}
      check={check}
      send={(typed) =>
        save({
          name: textIn(typed, 'name'),
          requires_nhs_number: typed.has('requires_nhs_number'),
          result_days: Number(textIn(typed, 'result_days')),
        })
      }
      toFieldError={({ code, message }) =>
        code === 'lab_exists' ? { field: 'name', message } : null
      }
      onCancel={() => navigate('/products')}
    >
      {(errorOf) => (
        <>
          <TextField
            name="name"
            label="Name"
            autoComplete="off"
            defaultValue={lab?.name ?? ''}
            error={errorOf('name')}
          />
          <TextField
            name="result_days"
            label="Days until a result is late"
            hint="Counted from the day on which the laboratory got the sample. Then the result is on the list of overdue tasks."
            inputMode="numeric"
            width={4}
            autoComplete="off"
            defaultValue={String(lab?.result_days ?? USUAL_DAYS)}
            error={errorOf('result_days')}
          />
          <Checkbox
            name="requires_nhs_number"
            defaultChecked={lab?.requires_nhs_number ?? false}
            optional
          >
            It needs the NHS number with each sample
          </Checkbox>
        </>
      )}
    </OfficeForm>
  )
}

function check(typed: FormData) {
  const days = textIn(typed, 'result_days')
  const isDays = /^\d{1,2}$/.test(days) && Number(days) >= 1 && Number(days) <= 90
  return [
    ...(textIn(typed, 'name') === '' ? [{ field: 'name', message: 'Please enter a name.' }] : []),
    ...(isDays
      ? []
      : [{ field: 'result_days', message: 'Please enter a number of days from 1 to 90.' }]),
  ]
}
