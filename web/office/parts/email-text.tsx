import { Fragment } from 'react'
import styles from './email-text.module.css'

/** Breaks, where it must, after the @ or before a dot of the name, not within a word. */
export function EmailText({ email }: { email: string }) {
  const parts = email.split(/(?<=@)|(?=\.[^@]*@)/)
  return (
    <span className={styles.email}>
      {parts.map((part, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never change places
        <Fragment key={n}>
          {n > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
