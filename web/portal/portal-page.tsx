import type { ReactNode } from 'react'
import type { UserProfile } from '../../domain/contract.ts'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './portal-page.module.css'
import { UserPanel } from './user-panel.tsx'

type PortalPageProps = { title: string; member: UserProfile; children: ReactNode }

export function PortalPage({ title, member, children }: PortalPageProps) {
  return (
    <Wrap>
      <div className={styles.top}>
        <PageTitle>{title}</PageTitle>
      </div>
      <div className={styles.portal} data-portal="">
        <UserPanel member={member} />
        <div className={styles.content}>{children}</div>
      </div>
    </Wrap>
  )
}
