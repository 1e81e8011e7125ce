import { type RefObject, useEffect, useRef } from 'react'

/**
 * A ref for a form's message, such as a refusal: scrolled into view each time `said` changes to
 * a value. The focus stays, and scrolling is instant.
 */
export function useScrollIntoView<Box extends HTMLElement>(said: unknown): RefObject<Box | null> {
  const box = useRef<Box>(null)
  useEffect(() => {
    if (said) box.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [said])
  return box
}
