import { type RefObject, useEffect, useRef } from 'react'

/** The ref is scrolled into view each time `message` changes to a value; the focus stays. */
export function useScrollIntoView<Box extends HTMLElement>(
  message: unknown,
): RefObject<Box | null> {
  const box = useRef<Box>(null)
  useEffect(() => {
    if (message) box.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [message])
  return box
}
