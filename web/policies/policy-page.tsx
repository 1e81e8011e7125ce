import type { ReactNode } from 'react'
import { dayInWords } from '../../domain/uk-time.ts'
import { ContentTitle } from '../pages/content-head.tsx'
import type { PageHead } from '../pages/content-page.server.ts'
import { OnThisPage } from '../pages/on-this-page.tsx'
import { Split, Wrap } from '../ui/layout.tsx'
import styles from './policy-page.module.css'
import type { PolicyMeta } from './read-policy.server.ts'

type PolicyPageProps = {
  page: PageHead
  meta: PolicyMeta
  parts: readonly { id: string; title: string }[]
  children: ReactNode
}

export function PolicyPage({ page, meta, parts, children }: PolicyPageProps) {
  return (
    <Wrap>
      <ContentTitle page={page} />
      <div className={styles.page}>
        <Split>
          <OnThisPage parts={parts}>
            <p className="soft">
              Last updated on <time dateTime={meta.updated}>{dayInWords(meta.updated)}</time>
            </p>
          </OnThisPage>
          <div className="stack-roomy">{children}</div>
        </Split>
      </div>
    </Wrap>
  )
}
