import { useNavigate } from 'react-router'
import { mapValues, namesOf } from '../../../domain/fields.ts'
import type { Lab, LabFields } from '../../../domain/office/event-schemas.ts'
import { LAB_FIELDS, LAB_TICKS } from '../../../domain/office/lab-fields.ts'
import { readTubePatterns, TUBE_PATTERN_ERROR } from '../../../domain/office/tube-patterns.ts'
import { USUAL_DAYS } from '../../../domain/results.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { TextField } from '../../ui/field.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'

type Props = {
  /** Null for a new one. */
  lab: Lab | null
  submit: string
  save: (typed: LabFields) => Promise<void>
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
          ...mapValues(LAB_TICKS, (_, name) => typed.has(name)),
          result_days: Number(textIn(typed, 'result_days')),
          tube_patterns: textIn(typed, 'tube_patterns') || null,
          phone: textIn(typed, 'phone') || null,
          accreditation: textIn(typed, 'accreditation') || null,
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
            label={LAB_FIELDS.name.label}
            autoComplete="off"
            defaultValue={lab?.name ?? ''}
            error={errorOf('name')}
          />
          <TextField
            name="result_days"
            label={LAB_FIELDS.result_days.label}
            hint="Counted from the day the laboratory received the sample. After that, the result shows as an overdue task."
            inputMode="numeric"
            width={4}
            autoComplete="off"
            defaultValue={String(lab?.result_days ?? USUAL_DAYS)}
            error={errorOf('result_days')}
          />
          {namesOf(LAB_TICKS).map((name) => (
            <Checkbox key={name} name={name} defaultChecked={lab?.[name] ?? false} optional>
              {LAB_TICKS[name].label}
            </Checkbox>
          ))}
          <TextField
            name="tube_patterns"
            label={LAB_FIELDS.tube_patterns.label}
            hint="# is a digit, @ a letter: LX###### or @@######. Put a space between several. Leave it empty if the codes are six or more letters and digits."
            optional
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={lab?.tube_patterns ?? ''}
            error={errorOf('tube_patterns')}
          />
          <TextField
            name="phone"
            label={LAB_FIELDS.phone.label}
            hint="Staff call it to ask about a sample or a result."
            type="tel"
            optional
            autoComplete="off"
            maxLength={LAB_FIELDS.phone.max}
            defaultValue={lab?.phone ?? ''}
            error={errorOf('phone')}
          />
          <TextField
            name="accreditation"
            label={LAB_FIELDS.accreditation.label}
            hint="Letters to GPs name it, such as: UKAS accredited medical laboratory, number 1234."
            optional
            autoComplete="off"
            maxLength={LAB_FIELDS.accreditation.max}
            defaultValue={lab?.accreditation ?? ''}
            error={errorOf('accreditation')}
          />
        </>
      )}
    </OfficeForm>
  )
}

function check(typed: FormData) {
  const days = textIn(typed, 'result_days')
  const { least, most } = LAB_FIELDS.result_days
  const isDays = /^\d{1,2}$/.test(days) && Number(days) >= least && Number(days) <= most
  const patterns = textIn(typed, 'tube_patterns')
  const isPatterns = patterns === '' || readTubePatterns(patterns) !== null
  return [
    ...missingFields(typed, { name: 'Enter a name.' }),
    ...(isPatterns ? [] : [{ field: 'tube_patterns', message: TUBE_PATTERN_ERROR }]),
    ...(isDays
      ? []
      : [{ field: 'result_days', message: `Enter a number of days from ${least} to ${most}.` }]),
  ]
}
