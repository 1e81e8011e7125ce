import type { ReactNode } from 'react'
import { CONSENT_WORDS, TERMS_VERSION } from '../../domain/consent.ts'
import { dayInWords } from '../../domain/uk-time.ts'
import { Checkbox } from '../ui/choices.tsx'
import styles from './consent-form.module.css'
import { GpSurgery } from './gp-surgery.tsx'
import type { Questions } from './questions.ts'

/** `terms` replaces the link to them, where their page does not open. */

export function ConsentTicks({
  answers,
  errorOf,
  onChange,
  terms,
}: Questions & { terms?: ReactNode }) {
  return (
    <section className={styles.part} aria-labelledby="your-consent">
      <h2 id="your-consent">Your consent</h2>
      <div className={styles.ticks}>
        <Checkbox
          name="terms"
          checked={answers.terms === true}
          onChange={(terms) => onChange({ terms })}
          error={errorOf('terms')}
        >
          {CONSENT_WORDS.terms}
        </Checkbox>
        <p className={styles.beside}>
          {terms ?? (
            <a href="/terms" target="_blank" rel="noopener">
              Terms and conditions of {dayInWords(TERMS_VERSION)} (opens in a new tab)
            </a>
          )}
        </p>
        <Checkbox
          name="sampleConsent"
          checked={answers.sampleConsent === true}
          onChange={(sampleConsent) => onChange({ sampleConsent })}
          error={errorOf('sampleConsent')}
        >
          {CONSENT_WORDS.sampleConsent}
        </Checkbox>
        <Checkbox
          name="gpSharing"
          optional
          checked={answers.gpSharing === true}
          onChange={(gpSharing) => onChange({ gpSharing })}
        >
          {CONSENT_WORDS.gpSharing}
        </Checkbox>
        {answers.gpSharing && <GpSurgery answers={answers} errorOf={errorOf} onChange={onChange} />}
        <Checkbox
          name="disclaimer"
          checked={answers.disclaimer === true}
          onChange={(disclaimer) => onChange({ disclaimer })}
          error={errorOf('disclaimer')}
        >
          {CONSENT_WORDS.disclaimer}
        </Checkbox>
      </div>
    </section>
  )
}
