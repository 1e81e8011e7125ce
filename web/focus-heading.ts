import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After following a link within the site, moves the focus to the new page's heading, so that a
 * screen reader speaks it and the keyboard goes on from there (WCAG 2.4.3). Not on the first page,
 * where the browser has done it, nor when only the query changed or the link names a place.
 */
export function useFocusOnHeading(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (hash !== '') return
    const heading = document.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, hash])
}
