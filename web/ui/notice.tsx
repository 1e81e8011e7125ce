import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

type NoticeProps = {
  /** `warn` only when ignoring it costs the reader a place or a result. */
  tone?: 'info' | 'warn' | undefined
  icon?: IconName | undefined
  title?: ReactNode
  level?: 2 | 3 | 4 | undefined
  /** 'status' or 'alert' when the notice appears after the page has loaded. */
  role?: 'status' | 'alert' | undefined
  children: ReactNode
}

export function Notice({ tone = 'info', icon, title, level = 2, role, children }: NoticeProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.notice} data-tone={tone} role={role}>
      <Icon name={icon ?? (tone === 'warn' ? 'warning-circle' : 'info')} />
      <div>
        {title && <Heading>{title}</Heading>}
        {children}
      </div>
    </div>
  )
}
