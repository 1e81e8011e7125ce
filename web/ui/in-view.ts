import { type RefObject, useEffect, useRef } from 'react'

/**
 * A ref for what a form says of itself, such as why it was refused: scrolled into the window each time
 * `said` changes to something. The focus stays, and the scrolling is at once: nothing moves smoothly.
 */
export function useInView<Box extends HTMLElement>(said: unknown): RefObject<Box | null> {
  const box = useRef<Box>(null)
  useEffect(() => {
    if (said) box.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [said])
  return box
}
