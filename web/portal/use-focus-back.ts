import { type RefObject, useEffect, useRef } from 'react'

/** The box's first button gets the focus when the form that replaced it closes. */
export function useFocusOnClose(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) box.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return box
}
