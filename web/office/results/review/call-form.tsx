import { CONTACT_WAY_WORDS, supportInWords } from '../../../../domain/contact-and-support.ts'
import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { CALL_SCRIPT } from '../../../../domain/office/result-comments.ts'
import { momentInWords, ukInstant } from '../../../../domain/uk-time.ts'
import { RadioGroup } from '../../../ui/choices.tsx'
import type { FieldError } from '../../../ui/error-summary.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { TextField } from '../../../ui/field.tsx'
import { write } from '../../api.ts'
import { PhoneLink } from '../../parts/contact-links.tsx'
import { missingFields, OfficeForm, textIn } from '../../parts/office-form.tsx'
import styles from './review.module.css'

type Props = { result: OpenedResult; onDone: (what: string) => Promise<void> | void }

/** The call before a release, and what came of it. */
export function CallForm({ result, onDone }: Props) {
  const { id, version, telephone } = result
  function check(typed: FormData): FieldError[] {
    const errors: FieldError[] = []
    if (textIn(typed, 'reached') === '')
      errors.push({ field: 'reached', message: 'Choose whether you spoke to the member.' })
    return [...errors, ...missingFields(typed, { note: 'Enter what happened.' })]
  }
  async function save(typed: FormData) {
    const reached = textIn(typed, 'reached') === 'yes'
    const moment = textIn(typed, 'again_at')
    const [day = '', time = ''] = moment.split('T')
    const isLater = !reached && moment !== ''
    const body = {
      note: textIn(typed, 'note'),
      reached,
      version,
      ...(isLater && { again_at: ukInstant(day, time).toISOString() }),
    }
    await write('POST /api/office/results/:id/call', { params: { id }, body })
    await onDone(reached ? 'Called, ready to release' : 'Not reached, call again')
  }
  return (
    <section aria-labelledby="call">
      <h2 id="call">Call first</h2>
      <p className={styles.telephone}>
        <PhoneLink phone={telephone ?? ''} />
      </p>
      <Facts>
        <Fact term="Contact preference">{CONTACT_WAY_WORDS[result.contact_by]}</Fact>
        <Fact term="Support needs">
          {supportInWords(result.support_needs, result.support_note) || 'None'}
        </Fact>
        {result.call_again_at && (
          <Fact term="To call again">{momentInWords(new Date(result.call_again_at))}</Fact>
        )}
      </Facts>
      <ol className={styles.script}>
        {CALL_SCRIPT.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <OfficeForm submit="Save the call (Enter)" check={check} send={save}>
        {(errorOf) => (
          <>
            <RadioGroup
              name="reached"
              label="Did you speak to them?"
              options={[
                { value: 'yes', label: 'Yes, they know the result' },
                { value: 'no', label: 'No, call again' },
              ]}
              error={errorOf('reached')}
            />
            <TextField
              name="note"
              label="What happened"
              maxLength={2000}
              autoComplete="off"
              error={errorOf('note')}
            />
            <TextField
              name="again_at"
              label="When to call again"
              hint="If you did not speak to them. For example, after 5 pm. You can leave it empty."
              type="datetime-local"
              optional
              error={errorOf('again_at')}
            />
          </>
        )}
      </OfficeForm>
    </section>
  )
}
