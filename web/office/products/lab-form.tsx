import { useNavigate } from 'react-router'
import type { Lab } from '../../../domain/office/event-shapes.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { TextField } from '../../ui/field.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'

type TypedLab = Pick<Lab, 'name' | 'requires_nhs_number'>

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
      check={(typed) =>
        textIn(typed, 'name') === '' ? [{ field: 'name', message: 'Please enter a name.' }] : []
      }
      send={(typed) =>
        save({ name: textIn(typed, 'name'), requires_nhs_number: typed.has('requires_nhs_number') })
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
