import { Link } from 'react-router'
import type { SupportNeed } from '../../../domain/contact-and-support.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ConsentHelpFields } from './consent-help-fields.tsx'
import type { HelpForm } from './consent-help-form.ts'

export const UNDERSTANDS = 'Do they understand what the test is and what the result may mean?'

export const UNDERSTANDS_ANSWERS = [
  { value: 'yes', label: 'Yes, they can say it in their own words' },
  { value: 'doubt', label: 'I doubt it: no test today' },
]

type Props = {
  memberId: number
  understands: string
  onUnderstands: (answer: string) => void
  help: HelpForm
  onHelp: (help: HelpForm) => void
  needs: readonly SupportNeed[]
  errorOf: (field: string) => string | undefined
}

/** Before staff take a consent: a doubt is recorded for a clinician, and nothing is booked. */
export function BeforeConsent(props: Props) {
  const { memberId, understands, onUnderstands, help, onHelp, needs, errorOf } = props
  return (
    <>
      <RadioGroup
        name="understands"
        label={UNDERSTANDS}
        hint="Ask them what the test is for, and what they would do if the result is raised."
        options={UNDERSTANDS_ANSWERS}
        value={understands}
        onChange={onUnderstands}
        error={errorOf('understands')}
      />
      {understands === 'doubt' && (
        <Notice tone="warn" title="No booking with a consent that you doubt">
          <p>
            <Link to={`/members/${memberId}/capacity`}>Record the doubt</Link>: a clinician speaks
            with them and decides.
          </p>
        </Notice>
      )}
      {understands === 'yes' && (
        <ConsentHelpFields help={help} needs={needs} errorOf={errorOf} onChange={onHelp} />
      )}
    </>
  )
}
