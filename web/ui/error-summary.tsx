import { type MouseEvent, useEffect, useRef } from 'react'
import styles from './error-summary.module.css'

/** A field's id (its name, unless it has another) and the error message. */
export type FieldError = { field: string; message: string }

type ErrorSummaryProps = {
  errors: readonly FieldError[]
  /** Stands before the list. */
  lead?: string
  /** For fields in frames of their own, which have no id in this page. */
  onGo?: (field: string) => void
}

/** Takes the focus on each new list; empty without errors. */
export function ErrorSummary({ errors, lead, onGo }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.length > 0) box.current?.focus()
  }, [errors])
  if (errors.length === 0) return null
  return (
    <div className={styles.summary} ref={box} role="alert" tabIndex={-1}>
      <h2>There is a problem</h2>
      {lead && <p>{lead}</p>}
      <ul>
        {errors.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <a href={`#${field}`} onClick={(event) => goTo(field, event, onGo)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The anchor alone would add a history entry and not move the focus. */
function goTo(field: string, event: MouseEvent, onGo: ErrorSummaryProps['onGo']) {
  if (onGo) {
    event.preventDefault()
    return onGo(field)
  }
  const target = document.getElementById(field)
  if (!target) return
  event.preventDefault()
  target.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
}
