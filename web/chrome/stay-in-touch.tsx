import { useLocation } from 'react-router'
import styles from '../newsletter/stay-in-touch.module.css'

// Rendered on the server only, so that the client bundle has no copy.
const HTML = import.meta.env.SSR
  ? (await import('../newsletter/stay-in-touch-html.ts')).STAY_IN_TOUCH
  : ''

const WITHOUT =
  /^\/(login|signup|reset-p|book(ing|-event$)|check|te[ls]|portal|medical|upcoming|wait|newsletter\/[cus])/

/** The newsletter form; its script is loaded on focus. */
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

/** The block is still empty after a navigation from a page without it. */
function wait(block: HTMLElement | null) {
  if (!block) return
  if (!block.firstChild) behaviour().then(({ fill }) => fill(block), ignore)
  block.onsubmit = (event) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    // Without its script, the form is posted.
    behaviour().then(
      ({ subscribe }) => subscribe(form),
      () => form.submit(),
    )
  }
  block.addEventListener('focusin', () => behaviour().catch(ignore))
}

const behaviour = () => import('../newsletter/subscribe-form.ts')
const ignore = () => undefined
