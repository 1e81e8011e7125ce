import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus back to the first button in a box when the form that had taken its place has closed;
 * the button is there by then. Gives the ref for the box.
 */
export function useFocusBack(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) box.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return box
}
