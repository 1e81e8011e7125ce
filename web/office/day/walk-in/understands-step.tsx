import { RadioGroup } from '../../../ui/choices.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { UNDERSTANDS, UNDERSTANDS_ANSWERS } from '../../members/before-consent.tsx'
import { ConsentHelpFields } from '../../members/consent-help-fields.tsx'
import { needsIn } from './draft.ts'
import { StepForm, type StepProps } from './step-form.tsx'

/** Before anybody consents: a doubt ends the registration, and a clinician rings. */
export function UnderstandsStep({
  onDoubt,
  isSaving,
  ...props
}: StepProps & { onDoubt: () => void; isSaving: boolean }) {
  const { draft, change } = props
  const isDoubted = draft.understands === 'doubt'
  return (
    <StepForm
      {...props}
      step="understands"
      title="Before the consent"
      submit={isDoubted ? 'No test today' : 'Continue'}
      onNext={isDoubted ? onDoubt : props.onNext}
      isPending={isSaving}
    >
      {(errorOf) => (
        <>
          <RadioGroup
            name="understands"
            label={UNDERSTANDS}
            hint="Ask them what the test is for, and what they would do if the result is raised."
            options={UNDERSTANDS_ANSWERS}
            value={draft.understands}
            onChange={(value) => change({ understands: value === 'doubt' ? 'doubt' : 'yes' })}
            error={errorOf('understands')}
          />
          {isDoubted && (
            <TextAreaField
              name="doubt"
              label="Why do you doubt it?"
              hint="What you saw or heard, in plain words. Who was with them? Only a clinician reads it, and calls."
              rows={3}
              maxLength={500}
              value={draft.doubt}
              onChange={({ target }) => change({ doubt: target.value })}
              error={errorOf('doubt')}
            />
          )}
          {draft.understands === 'yes' && (
            <ConsentHelpFields
              help={draft.help}
              needs={needsIn(draft.person)}
              errorOf={errorOf}
              onChange={(help) => change({ help, hasConsented: false })}
            />
          )}
        </>
      )}
    </StepForm>
  )
}
