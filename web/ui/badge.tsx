import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { Icon, type IconName } from './icon.tsx'

const SIGNS = {
  good: 'check-circle',
  none: 'minus-circle',
  warn: 'warning-circle',
  bad: 'warning-circle',
} as const satisfies Record<string, IconName>

type BadgeProps = {
  tone?: keyof typeof SIGNS | undefined
  icon?: IconName | undefined
  children: ReactNode
}

/** Without fill or border, so that it does not look like a button. */
export function Badge({ tone = 'none', icon, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon name={icon ?? SIGNS[tone]} />
      {children}
    </span>
  )
}
