import {
  CONTACT_WAY_WORDS,
  CONTACT_WAYS,
  SUPPORT_NEEDS,
  supportInWords,
} from '../../../../domain/contact-and-support.ts'
import { dayInWords } from '../../../../domain/uk-time.ts'
import { Button, Buttons, TextButton } from '../../../ui/button.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { helpFormInWords } from '../../members/consent-help-form.ts'
import { nameOf, needsIn, type Step } from './draft.ts'
import type { StepProps } from './step-form.tsx'
import styles from './walk-in.module.css'
import { paysText, registerText } from './walk-in-text.ts'

/** Everything but the answers about health, before it is saved. */
export function CheckStep({
  draft,
  situation: { price, left },
  isSaving,
  onNext,
  onBack,
  onStep,
}: StepProps & { isSaving: boolean; onStep: (step: Step) => void }) {
  const { person } = draft
  const way = CONTACT_WAYS.find((one) => one === person.contact_by)
  const needs = SUPPORT_NEEDS.filter((need) => person.support_needs.split('\n').includes(need))
  const careOf = person.care_of && `c/o ${person.care_of}`
  const address = [careOf, ...person.address_lines.split('\n'), person.town, person.postcode]
  const change = (step: Step, what: string) => (
    <TextButton aria-label={`Change ${what}`} onClick={() => onStep(step)}>
      Change
    </TextButton>
  )
  return (
    <section className={styles.form} aria-labelledby="check">
      <h2 id="check" tabIndex={-1}>
        Is everything right?
      </h2>
      <Facts>
        <Fact term="Name">
          {nameOf(draft)} {change('who', 'the name')}
        </Fact>
        <Fact term="Born">
          {dayInWords(person.date_of_birth)} {change('who', 'the date of birth')}
        </Fact>
        <Fact term="Contact">
          {way && CONTACT_WAY_WORDS[way]} {change('contact', 'how to contact them')}
          <br />
          {[person.phone, person.email, address.filter(Boolean).join(', ')]
            .filter(Boolean)
            .map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
        </Fact>
        <Fact term="Support needs">
          {supportInWords(needs, person.support_note || null) || 'None'}{' '}
          {change('support', 'the help')}
        </Fact>
        <Fact term="Consent">
          {helpWordsOf(draft)}
          Given on this tablet{draft.answers.gpSharing ? ', the result may go to the GP' : ''}
        </Fact>
        <Fact term="Place">
          {left > 0 ? 'The next one' : 'One extra, which the day lead has allowed'}
        </Fact>
        <Fact term="Pays">
          {paysText(draft, price)} {change('place', 'the payment')}
        </Fact>
      </Facts>
      <Buttons>
        <Button pending={isSaving} onClick={onNext}>
          {registerText(draft, price)}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
      </Buttons>
    </section>
  )
}

function helpWordsOf({ help, person }: StepProps['draft']): string {
  const text = helpFormInWords(help, needsIn(person))
  return text && `${text}. `
}
