import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import styles from './main-part.module.css'

/** The part of every page that changes with its address, with a line at the top while the next one loads. */
export function MainPart({ children }: { children: ReactNode }) {
  const isLoading = useNavigation().state !== 'idle'
  return (
    <main id="main" className={styles.main} tabIndex={-1} aria-busy={isLoading || undefined}>
      {isLoading && (
        <div className={styles.line} role="progressbar" aria-label="Loading the page" />
      )}
      {children}
    </main>
  )
}
