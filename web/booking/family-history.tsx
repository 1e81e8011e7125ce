import { FATHERS_SIDE, MOTHERS_SIDE, YES_NO_UNSURE } from '../../domain/choices.ts'
import { CheckboxGroup, RadioGroup } from '../ui/choices.tsx'
import { TextAreaField } from '../ui/field.tsx'
import styles from './consent-form.module.css'
import type { Questions } from './questions.ts'

const DETAILS = {
  label: 'Additional details',
  hint: 'For example how old they were when it was found.',
  optional: true,
  rows: 3,
  maxLength: 500,
}

export function FathersSide({ answers, errorOf, onChange }: Questions) {
  const { familyHistoryProstateCancer, familyMemberWithProstateCancer } = answers
  return (
    <>
      <RadioGroup
        name="familyHistoryProstateCancer"
        label="Has anyone in your family had prostate cancer?"
        options={YES_NO_UNSURE}
        value={familyHistoryProstateCancer ?? ''}
        onChange={(value) =>
          onChange({ familyHistoryProstateCancer: YES_NO_UNSURE.find((a) => a === value) })
        }
        error={errorOf('familyHistoryProstateCancer')}
      />
      {familyHistoryProstateCancer === 'Yes' && (
        <div className={styles.followUp}>
          <CheckboxGroup
            name="familyMemberWithProstateCancer"
            label="Who had prostate cancer?"
            hint="Tick all that apply, or tell us below."
            options={FATHERS_SIDE}
            value={familyMemberWithProstateCancer || []}
            onChange={(values) =>
              onChange({
                familyMemberWithProstateCancer: FATHERS_SIDE.filter((r) => values.includes(r)),
              })
            }
            error={errorOf('familyMemberWithProstateCancer')}
          />
          <TextAreaField
            {...DETAILS}
            name="fatherSideDetails"
            value={answers.fatherSideDetails ?? ''}
            // Details also answer the question above.
            onChange={({ target }) =>
              onChange({ fatherSideDetails: target.value, familyMemberWithProstateCancer })
            }
          />
        </div>
      )}
    </>
  )
}

export function MothersSide({ answers, errorOf, onChange }: Questions) {
  const { familyHistoryBreastOvarianCancer, familyMemberWithOvarianCancer } = answers
  return (
    <>
      <RadioGroup
        name="familyHistoryBreastOvarianCancer"
        label="Has anyone on your mother’s side had breast or ovarian cancer?"
        options={YES_NO_UNSURE}
        value={familyHistoryBreastOvarianCancer ?? ''}
        onChange={(value) =>
          onChange({ familyHistoryBreastOvarianCancer: YES_NO_UNSURE.find((a) => a === value) })
        }
        error={errorOf('familyHistoryBreastOvarianCancer')}
      />
      {familyHistoryBreastOvarianCancer === 'Yes' && (
        <div className={styles.followUp}>
          <CheckboxGroup
            name="familyMemberWithOvarianCancer"
            label="Who had breast or ovarian cancer?"
            hint="Tick all that apply, or tell us below."
            options={MOTHERS_SIDE}
            value={familyMemberWithOvarianCancer || []}
            onChange={(values) =>
              onChange({
                familyMemberWithOvarianCancer: MOTHERS_SIDE.filter((r) => values.includes(r)),
              })
            }
            error={errorOf('familyMemberWithOvarianCancer')}
          />
          <TextAreaField
            {...DETAILS}
            name="motherSideDetails"
            value={answers.motherSideDetails ?? ''}
            onChange={({ target }) =>
              onChange({ motherSideDetails: target.value, familyMemberWithOvarianCancer })
            }
          />
        </div>
      )}
    </>
  )
}
