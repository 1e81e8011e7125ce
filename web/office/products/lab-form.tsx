import { useNavigate } from 'react-router'
import type { Lab } from '../../../domain/office/event-shapes.ts'
import { readTubePatterns, TUBE_PATTERN_ERROR } from '../../../domain/office/tube-patterns.ts'
import { USUAL_DAYS } from '../../../domain/results.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { TextField } from '../../ui/field.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'

type TypedLab = Pick<Lab, 'name' | 'requires_nhs_number' | 'result_days'> & {
  own_labels_only: boolean
  labels_on_slips: boolean
  tube_patterns: string | null
}

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
          own_labels_only: typed.has('own_labels_only'),
          labels_on_slips: typed.has('labels_on_slips'),
          tube_patterns: textIn(typed, 'tube_patterns') || null,
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
            hint="Counted from the day the laboratory received the sample. After that, the result shows as an overdue task."
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
          <Checkbox name="own_labels_only" defaultChecked={lab?.own_labels_only ?? false} optional>
            Its tubes have our labels only
          </Checkbox>
          <Checkbox name="labels_on_slips" defaultChecked={lab?.labels_on_slips ?? false} optional>
            A second label of each number goes on the member’s slip, and is scanned at the chair
          </Checkbox>
          <TextField
            name="tube_patterns"
            label="How its own tube codes look"
            hint="# is a digit, @ a letter: LX###### or @@######. Put a space between several. Leave it empty if the codes are six or more letters and digits."
            optional
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={lab?.tube_patterns ?? ''}
            error={errorOf('tube_patterns')}
          />
        </>
      )}
    </OfficeForm>
  )
}

function check(typed: FormData) {
  const days = textIn(typed, 'result_days')
  const isDays = /^\d{1,2}$/.test(days) && Number(days) >= 1 && Number(days) <= 90
  const patterns = textIn(typed, 'tube_patterns')
  const isPatterns = patterns === '' || readTubePatterns(patterns) !== null
  return [
    ...missingFields(typed, { name: 'Enter a name.' }),
    ...(isPatterns ? [] : [{ field: 'tube_patterns', message: TUBE_PATTERN_ERROR }]),
    ...(isDays ? [] : [{ field: 'result_days', message: 'Enter a number of days from 1 to 90.' }]),
  ]
}
