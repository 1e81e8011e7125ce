import { useEffect } from 'react'
import type { FieldError } from '../ui/error-summary.tsx'

/** Says in the window's title that the form has errors: it is what a screen reader speaks first. */
export function useErrorTitle(errors: readonly FieldError[]): void {
  const hasErrors = errors.length > 0
  useEffect(() => {
    if (!hasErrors) return
    const title = document.title
    document.title = `Error: ${title}`
    return () => {
      document.title = title
    }
  }, [hasErrors])
}
