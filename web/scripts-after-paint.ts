const CHARSET = '<meta charSet="utf-8"/>'

/**
 * Returns the page's HTML with its scripts loaded after the first paint, so that on a slow line
 * text, styles and pictures come first. Not for pages that the browser fills. `mark` is the
 * attribute of the build's scripts, with the space before it.
 */
export function scriptsAfterPaint(html: string, mark = ''): string {
  const addresses: string[] = []
  const page = html
    .replace(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_, address) => {
      addresses.push(address)
      return ''
    })
    // Browsers fetch module preloads at once.
    .replace(
      `<script type="module" async=""${mark}>`,
      `<script type="text/plain" id="scripts"${mark}>`,
    )
  const beginning = `<script${mark}>(${begin})(${JSON.stringify(addresses)})</script>`
  // Before the styles, which block every script after them.
  return page.replace(CHARSET, (charset) => charset + beginning)
}

/**
 * Runs in the page, as this source text, and removes itself before hydration. A button pressed
 * before hydration is pressed again afterwards.
 */
function begin(addresses: string[]) {
  document.currentScript?.remove()
  let isBegun = false
  let pressed: HTMLElement | null = null

  function start() {
    if (isBegun) return
    const scripts = document.getElementById('scripts')
    if (!scripts) return addEventListener('DOMContentLoaded', start)
    isBegun = true
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
  function hearPress({ target }: Event) {
    start()
    const button = target instanceof Element ? target.closest('button') : null
    // React may hydrate during this very press and have handled it.
    if (button?.type === 'button') setTimeout(() => keepPress(button))
  }
  function keepPress(button: HTMLElement) {
    if (!document.documentElement.dataset.alive) pressed = button
  }
  function pressAgain() {
    removeEventListener('click', hearPress, true)
    pressed?.click()
  }

  addEventListener('alive', pressAgain, { once: true })
  addEventListener('click', hearPress, true)
  // A background tab is not painted.
  const canTell = PerformanceObserver.supportedEntryTypes?.includes('paint')
  if (!canTell || document.visibilityState === 'hidden') return start()
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
}
