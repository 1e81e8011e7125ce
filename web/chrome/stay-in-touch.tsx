import { useLocation } from 'react-router'
import styles from './stay-in-touch.module.css'

// Imported so that the browser's share has no copy of it.
const HTML = import.meta.env.SSR
  ? (await import('../newsletter/stay-in-touch-html.ts')).STAY_IN_TOUCH
  : ''

/** Screens of account, booking and portal, and the end of the newsletter's own mails, go without. */
const WITHOUT =
  /^\/(login|signup|reset-p|book(ing|-event$)|check|test|portal|medical|upcoming|wait|newsletter\/[cus])/

/**
 * The newsletter block (spec §2, Shared chrome), sage on the two pages of corporate and community
 * screening. A plain form that works as it stands; its words come with the page and its behaviour when
 * somebody enters it, so that neither weighs on every page's scripts.
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

/** A page that the browser drew by itself, coming from one without the block, has no words yet. */
function wait(block: HTMLElement | null) {
  if (!block) return
  if (!block.firstChild) behaviour().then(({ fill }) => fill(block), ignore)
  block.onsubmit = (event) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    // Should its behaviour not come, the form is sent as it is.
    behaviour().then(
      ({ subscribe }) => subscribe(form),
      () => form.submit(),
    )
  }
  block.addEventListener('focusin', () => behaviour().catch(ignore))
}

const behaviour = () => import('../newsletter/subscribe-form.ts')
const ignore = () => undefined
