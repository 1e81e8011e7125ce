import { useInsertionEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** How long a page is seen from its top before it moves to a section of it, in ms (spec §9). */
const DELAYS: Record<string, number> = { '/events': 300, '/about-us': 200 }

/**
 * What happens once a followed link has led somewhere within the site. The focus moves to the new
 * page's heading, so that a screen reader speaks it and the keyboard goes on from there (WCAG
 * 2.4.3); when the address names a section, to that one's heading, and the page glides to it. Not on
 * the first page, where the browser has done it, nor when only the query changed. Going back scrolls
 * to where the reader was.
 *
 * Stands after <ScrollRestoration>, which has put the section in view at once, as it stays for who
 * wants less motion.
 */
export function Arrival(): null {
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

  // The page is alive: what was pressed before is pressed again (scripts-after-paint.ts).
  useLayoutEffect(() => {
    document.documentElement.dataset.alive = 'yes'
    dispatchEvent(new Event('alive'))
  }, [])

  return null
}

/** On the heading of a section, or of the page. */
function focusOnHeading(section: HTMLElement | null): void {
  const heading = section
    ? (section.querySelector<HTMLElement>('h2, h3') ?? section)
    : document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
