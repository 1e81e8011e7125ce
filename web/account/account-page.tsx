import type { MetaDescriptor } from 'react-router'
import { SITE_NAME } from '../page-meta.ts'
import { Wrap } from '../ui/layout.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './account.module.css'

/** Title of an account screen; search engines leave it out. */
export function accountMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** What stands there until the browser knows whether somebody is signed in. */
export function AccountFallback({ title }: { title: string }) {
  return (
    <Wrap>
      <div className={styles.page}>
        <h1>{title}</h1>
        <Spinner />
        <noscript>
          <p>This page needs JavaScript. You can also ring us: the numbers are on this page.</p>
        </noscript>
      </div>
    </Wrap>
  )
}
