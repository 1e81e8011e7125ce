const CHARSET = '<meta charSet="utf-8"/>'

/**
 * Lets a page be read before it comes alive: its scripts are asked for when the first words are
 * painted, so that on a slow line words, styles and pictures have it to themselves. Takes and gives
 * the HTML of a whole page as React Router renders it. For pages that the browser has not to fill.
 * `mark` is the attribute that the scripts of the build carry, with the space before it.
 */
export function scriptsAfterPaint(html: string, mark = ''): string {
  const addresses: string[] = []
  const page = html
    .replace(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_, address) => {
      addresses.push(address)
      return ''
    })
    // What it is, a browser asks for at once.
    .replace(
      `<script type="module" async=""${mark}>`,
      `<script type="text/plain" id="scripts"${mark}>`,
    )
  const beginning = `<script${mark}>(${begin})(${JSON.stringify(addresses)})</script>`
  // Before the styles, for which every script after them waits.
  return page.replace(CHARSET, (charset) => charset + beginning)
}

/**
 * Runs in the page, as it stands here; by then it has taken itself out of what React will compare. A
 * button that is pressed before the page is alive is pressed again when it is.
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
    // React may come alive in the midst of this very press, and then has heard it.
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
  // A page in a tab behind is not painted.
  const canTell = PerformanceObserver.supportedEntryTypes?.includes('paint')
  if (!canTell || document.visibilityState === 'hidden') return start()
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
}
