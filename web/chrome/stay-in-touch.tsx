import { useLocation } from 'react-router'
import styles from './stay-in-touch.module.css'

// Rendered on the server only, so that the client bundle has no copy.
const HTML = import.meta.env.SSR
  ? (await import('../newsletter/stay-in-touch-html.ts')).STAY_IN_TOUCH
  : ''

/** Account, booking and portal screens, and the newsletter's own pages, have no block. */
const WITHOUT =
  /^\/(login|signup|reset-p|book(ing|-event$)|check|test|portal|medical|upcoming|wait|newsletter\/[cus])/

/**
 * The newsletter block (spec §2, Shared chrome), sage on the two pages of corporate and
 * community screening. A plain form whose behaviour is loaded when it is entered, to keep both
 * out of every page's scripts.
 */
export function StayInTouch() {
  const { pathname } = useLocation()
  if (WITHOUT.test(pathname)) return null
  return (
    <div
      className={styles.block}
      data-tone={/^\/events\/co/.test(pathname) ? 'sage' : undefined}
      ref={wait}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; the browser keeps what came with the page
      dangerouslySetInnerHTML={{ __html: HTML }}
    />
  )
}

/** After a client-side navigation from a page without the block, it is still empty. */
function wait(block: HTMLElement | null) {
  if (!block) return
  if (!block.firstChild) behaviour().then(({ fill }) => fill(block), ignore)
  block.onsubmit = (event) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    // Without its behaviour, the form is posted.
    behaviour().then(
      ({ subscribe }) => subscribe(form),
      () => form.submit(),
    )
  }
  block.addEventListener('focusin', () => behaviour().catch(ignore))
}

const behaviour = () => import('../newsletter/subscribe-form.ts')
const ignore = () => undefined
