import { type ReactNode, useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import styles from './main-part.module.css'

/** In ms: a quicker page needs no sign that it loads. */
const SOON = 300

/** The part of every page that changes with its address, with a line at the top while the next one loads. */
export function MainPart({ children }: { children: ReactNode }) {
  const isLoading = useNavigation().state !== 'idle'
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setLate(true), SOON)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isLoading])
  return (
    <main id="main" className={styles.main} tabIndex={-1} aria-busy={isLate || undefined}>
      {isLate && <div className={styles.line} role="progressbar" aria-label="Loading the page" />}
      {children}
    </main>
  )
}
