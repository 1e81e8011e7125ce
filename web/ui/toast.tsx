import { element } from './element.ts'
import iconStyles from './icon.module.css'
import type { IconName } from './icon-names.ts'
import styles from './toast.module.css'
import { REGIONS } from './toast-region.tsx'

type ToastText = {
  title?: string | undefined
  text: string
  /** An `error` stays until it is closed; the others disappear after eight seconds. */
  tone: 'error' | 'success' | 'info'
}

const STAYS_MS = 8_000
const SIGNS = { error: 'warning-circle', success: 'check-circle', info: 'info' } as const

/**
 * Stays on the page that the act leads to (leaveToasts), and takes the place of an earlier message: they never pile up over the
 * page. Returns the function that removes it.
 */
export function toast({ title, text, tone }: ToastText): () => void {
  const close = element('button', { type: 'button', ariaLabel: 'Close this message' }, sign('x'))
  const texts = element('p', {}, ...(title ? [element('b', {}, title)] : []), text)
  const box = element('div', { className: styles.toast ?? '' }, sign(SIGNS[tone]), texts, close)
  box.dataset.tone = tone
  box.dataset.at = String(Date.now())
  close.addEventListener('click', () => box.remove())
  for (const earlier of document.querySelectorAll(`.${styles.toast}`)) earlier.remove()
  document.getElementById(tone === 'error' ? REGIONS.error : REGIONS.other)?.append(box)
  // On a small screen the toast would cover the button that was pressed (toast.module.css).
  document.activeElement?.scrollIntoView({ block: 'nearest' })
  if (tone !== 'error') removeWhenRead(box)
  return () => box.remove()
}

/** Waits while the pointer or the focus is on it. */
function removeWhenRead(box: HTMLElement) {
  const timer = setInterval(() => {
    if (box.isConnected && box.matches(':hover, :focus-within')) return
    box.remove()
    clearInterval(timer)
  }, STAYS_MS)
}

function sign(name: IconName): SVGSVGElement {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  icon.setAttribute('class', iconStyles.icon ?? '')
  icon.setAttribute('data-icon', name)
  icon.setAttribute('aria-hidden', 'true')
  return icon
}
