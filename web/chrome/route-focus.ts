import { useInsertionEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { leaveToasts } from '../ui/toast-region.tsx'

/** In ms (rules §8.2). */
const DELAYS: Record<string, number> = { '/events': 300, '/about-us': 200 }

/**
 * After a navigation, focuses the heading of the page, or the section or field in the address (WCAG
 * 2.4.3). Render it after <ScrollRestoration>.
 */
export function RouteFocus(): null {
  const { pathname, hash, key } = useLocation()
  const isNewEntry = useNavigationType() !== 'POP'
  const shownPath = useRef(pathname)
  const top = useRef(0)

  // Before <ScrollRestoration> moves the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be asked for again
  useInsertionEffect(() => {
    top.current = window.scrollY
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be asked for again
  useLayoutEffect(() => {
    const isNewPage = shownPath.current !== pathname
    shownPath.current = pathname
    const section = hash ? document.getElementById(hash.slice(1)) : null
    const glides = section !== null && isNewEntry
    if (isNewPage) leaveToasts()
    if (!isNewPage && !glides) return
    focusOnHeading(section)
    if (!glides || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    window.scrollTo(0, isNewPage ? 0 : top.current)
    const move = () => section.scrollIntoView({ behavior: 'smooth' })
    const timer = setTimeout(move, DELAYS[pathname])
    return () => clearTimeout(timer)
  }, [key])

  // Replays a press from before hydration (scripts-after-paint.ts).
  useLayoutEffect(() => {
    document.documentElement.dataset.hydrated = 'yes'
    dispatchEvent(new Event('hydrated'))
  }, [])

  return null
}

function focusOnHeading(section: HTMLElement | null): void {
  const heading = section
    ? (section.querySelector<HTMLElement>('h2, h3') ?? section)
    : document.querySelector('h1')
  if (!heading) return
  // A field is in the order of the keyboard by itself.
  if (heading.tabIndex < 0) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
