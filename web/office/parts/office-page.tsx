import { type ReactNode, useEffect } from 'react'
import { Breadcrumbs } from '../../ui/page-title.tsx'
import type { Crumb } from '../../ui/server-head.ts'
import styles from './office-page.module.css'

type OfficePageProps = {
  /** The only h1, and the start of the document's title. */
  title: string
  lede?: ReactNode
  trail?: readonly Crumb[] | undefined
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

export function OfficePage({ title, lede, trail, actions, children }: OfficePageProps) {
  useEffect(() => {
    document.title = `${title} – Office – CHAPS`
  }, [title])
  return (
    <>
      {trail && <Breadcrumbs trail={trail} />}
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {lede && <p className={styles.lede}>{lede}</p>}
      {children}
    </>
  )
}
