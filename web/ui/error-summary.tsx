import { type MouseEvent, useEffect, useRef } from 'react'
import styles from './error-summary.module.css'

/** A field's id (its name, unless it has another) and the error message. */
export type FieldError = { field: string; message: string }

/**
 * 'There is a problem': the list of errors at the top of a form; nothing when there are none.
 * Takes the focus on each new list; each line links to its field.
 */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.length > 0) box.current?.focus()
  }, [errors])
  if (errors.length === 0) return null
  return (
    <div className={styles.summary} ref={box} role="alert" tabIndex={-1}>
      <h2>There is a problem</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <a href={`#${field}`} onClick={(event) => goTo(field, event)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Following the anchor would add a history entry and move the page, not the focus. */
function goTo(field: string, event: MouseEvent) {
  const target = document.getElementById(field)
  if (!target) return
  event.preventDefault()
  target.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
}
