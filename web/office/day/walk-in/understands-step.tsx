import { RadioGroup } from '../../../ui/choices.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { UNDERSTANDS, UNDERSTANDS_ANSWERS } from '../../members/before-consent.tsx'
import { ConsentHelpFields } from '../../members/consent-help-fields.tsx'
import { helpFormErrors } from '../../members/consent-help-form.ts'
import { type Draft, nameOf, needsIn } from './draft.ts'
import { StepForm, type StepProps } from './step-form.tsx'
import styles from './walk-in.module.css'

const SUBMIT_WORDS = { '': 'Continue', yes: 'They have the tablet', doubt: 'No test today' }

/** Before anybody consents: a doubt ends the registration, and a clinician rings; otherwise the member gets the tablet. */
export function UnderstandsStep({
  onDoubt,
  isSaving,
  ...props
}: StepProps & { onDoubt: () => void; isSaving: boolean }) {
  const { draft, change } = props
  const isDoubted = draft.understands === 'doubt'
  const isHelpNamed = helpFormErrors(draft.help, needsIn(draft.person)).length === 0
  return (
    <StepForm
      {...props}
      step="understands"
      title="Before the consent"
      submit={SUBMIT_WORDS[draft.understands]}
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
            <>
              <ConsentHelpFields
                help={draft.help}
                needs={needsIn(draft.person)}
                errorOf={errorOf}
                onChange={(help) => change({ help, hasConsented: false })}
              />
              {isHelpNamed && <HandOver draft={draft} />}
            </>
          )}
        </>
      )}
    </StepForm>
  )
}

function HandOver({ draft }: Pick<StepProps, 'draft'>) {
  return (
    <section className={styles.hand} aria-labelledby="hand-over">
      <h3 id="hand-over">Please hand the tablet to {nameOf(draft)}</h3>
      <p>
        {readsInWords(draft)} Give them time. Only {tickerOf(draft)} may tick the boxes.
      </p>
      <p>Nobody else should see their answers.</p>
    </section>
  )
}

function readsInWords({ help, person }: Draft): string {
  const topic = 'what the test can and cannot tell, and the questions about health'
  if (help.part === 'attorney' || help.part === 'deputy')
    return `${help.name.trim()} reads ${topic}, and decides for them.`
  if (needsIn(person).includes('interpreter'))
    return `${help.interpreter_name.trim()} reads out in ${help.interpreter_language.trim()} ${topic}. The member answers, and gives the consent.`
  if (help.part !== '')
    return `The member reads ${topic}, or ${help.name.trim()} reads it out. The member decides.`
  return `They read ${topic}, and give their consent themselves. You can read it out.`
}

function tickerOf({ help }: Draft): string {
  return help.part === '' ? 'the member' : `the member, or ${help.name.trim()} for them,`
}
