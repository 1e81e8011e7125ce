import { useInsertionEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Delay before a page scrolls to a section, in ms (spec §9). */
const DELAYS: Record<string, number> = { '/events': 300, '/about-us': 200 }

/**
 * Moves the focus after a navigation within the site: to the new page's heading (WCAG 2.4.3),
 * or to the heading of the section in the address, with a smooth scroll. Not on the first page,
 * nor when only the query changed. Render it after <ScrollRestoration>, which has already put
 * the section in view.
 */
export function RouteFocus(): null {
  const { pathname, hash, key } = useLocation()
  const isFollowed = useNavigationType() !== 'POP'
  const shown = useRef(pathname)
  const top = useRef(0)

  // Before <ScrollRestoration> moves the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be asked for again
  useInsertionEffect(() => {
    top.current = window.scrollY
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be asked for again
  useLayoutEffect(() => {
    const isNewPage = shown.current !== pathname
    shown.current = pathname
    const section = hash ? document.getElementById(hash.slice(1)) : null
    const glides = section !== null && isFollowed
    if (!isNewPage && !glides) return
    focusOnHeading(section)
    if (!glides || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    window.scrollTo(0, isNewPage ? 0 : top.current)
    const move = () => section.scrollIntoView({ behavior: 'smooth' })
    const timer = setTimeout(move, DELAYS[pathname])
    return () => clearTimeout(timer)
  }, [key])

  // The page is hydrated: replays a press from before (scripts-after-paint.ts).
  useLayoutEffect(() => {
    document.documentElement.dataset.alive = 'yes'
    dispatchEvent(new Event('alive'))
  }, [])

  return null
}

function focusOnHeading(section: HTMLElement | null): void {
  const heading = section
    ? (section.querySelector<HTMLElement>('h2, h3') ?? section)
    : document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
