import type { ReactNode } from 'react'
import { CONSENT_WORDS } from '../../domain/consent.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './consent-form.module.css'

/** `privacy` replaces the link to the policy, where its page does not open. */
export function BeforeYouConsent({ privacy }: { privacy?: ReactNode }) {
  return (
    <Notice title="Before you consent">
      <ul>
        <li>{CONSENT_WORDS.test}</li>
        <li>{CONSENT_WORDS.limits}</li>
        <li>{CONSENT_WORDS.harms}</li>
        <li>{CONSENT_WORDS.committee}</li>
        <li>{CONSENT_WORDS.symptoms}</li>
        <li>{CONSENT_WORDS.choice}</li>
      </ul>
      <p className={styles.privacy}>
        Who sees your answers and how long we keep them:{' '}
        {privacy ?? (
          <a href="/privacy-policy" target="_blank" rel="noopener">
            privacy policy (opens in a new tab)
          </a>
        )}
      </p>
    </Notice>
  )
}
