const CHARSET = '<meta charSet="utf-8"/>'

const PRELOAD = '<link rel="modulepreload" href="'

/**
 * Loads the page's scripts after the first paint. Not for pages that the browser renders. Throws
 * Error when the page's scripts do not stand as React Router 8.4 writes them.
 */
export function scriptsAfterPaint(html: string, nonce: string): string {
  const mark = ` nonce="${nonce}"`
  const [first = '', ...preloads] = html.split(PRELOAD)
  const addresses = preloads.map((rest) => rest.slice(0, rest.indexOf('"')))
  // Browsers fetch module preloads at once.
  const without = first + preloads.map((rest) => rest.slice(rest.indexOf('/>') + 2)).join('')
  const [before, after, ...more] = without.split(`<script${mark} type="module" async="">`)
  if (addresses.length === 0 || after === undefined || more.length > 0 || !html.includes(CHARSET))
    throw new Error('React Router writes scripts in another form than the server expects')
  const page = `${before}<script${mark} type="text/plain" id="scripts">${after}`
  const beginning = `<script${mark}>(${startAfterPaint})(${JSON.stringify(addresses)})</script>`
  // Before the styles, which block every script after them.
  return page.replace(CHARSET, (charset) => charset + beginning)
}

/** Runs in the page, as source text. A button pressed before hydration is pressed again after it. */
function startAfterPaint(addresses: string[]) {
  document.currentScript?.remove()
  let isStarted = false
  let pressed: HTMLElement | null = null

  function start() {
    if (isStarted) return
    const scripts = document.getElementById('scripts')
    if (!scripts) return addEventListener('DOMContentLoaded', start)
    isStarted = true
    for (const href of addresses) {
      const link = document.createElement('link')
      document.head.append(Object.assign(link, { rel: 'modulepreload', href }))
    }
    const module = document.createElement('script')
    module.type = 'module'
    module.textContent = scripts.textContent
    document.head.append(module)
    module.remove()
  }
  function handlePress({ target }: Event) {
    start()
    const button = target instanceof Element ? target.closest('button') : null
    // React may hydrate during this very press and have handled it.
    if (button?.type === 'button') setTimeout(() => storePress(button))
  }
  function storePress(button: HTMLElement) {
    if (!document.documentElement.dataset.hydrated) pressed = button
  }
  function replayPress() {
    removeEventListener('click', handlePress, true)
    pressed?.click()
  }

  addEventListener('hydrated', replayPress, { once: true })
  addEventListener('click', handlePress, true)
  // A background tab is not painted.
  const canObserve = PerformanceObserver.supportedEntryTypes?.includes('paint')
  if (!canObserve || document.visibilityState === 'hidden') return start()
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  // A covered window is not painted either.
  addEventListener('load', () => setTimeout(start, 1000))
}
