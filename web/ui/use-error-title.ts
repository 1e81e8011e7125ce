import { useEffect } from 'react'
import type { FieldError } from './error-summary.tsx'

/** Prefixes the document title, which screen readers announce first. */
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
