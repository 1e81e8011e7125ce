import type { MetaDescriptor } from 'react-router'
import { SITE_NAME } from '../page-meta.ts'
import { Wrap } from '../ui/layout.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './account.module.css'

export function accountMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** Shown until the browser has read the session. */
export function AccountFallback({ title }: { title: string }) {
  return (
    <Wrap>
      <div className={styles.page}>
        <h1>{title}</h1>
        <Spinner />
        <noscript>
          <p>
            This page needs JavaScript. You can call us instead: our phone numbers are on this page.
          </p>
        </noscript>
      </div>
    </Wrap>
  )
}
