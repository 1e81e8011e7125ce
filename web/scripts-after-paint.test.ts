import { expect, test } from 'vitest'
import { scriptsAfterPaint } from './scripts-after-paint.ts'

const page =
  '<html><head><meta charSet="utf-8"/><link rel="modulepreload" href="/assets/a-1.js"/><link rel="modulepreload" href="/assets/b-2.js"/>' +
  '<link rel="stylesheet" href="/a.css"/></head><body><main>Words</main>' +
  '<script>window.context = {}</script><script type="module" async="">import "/assets/a-1.js";</script></body></html>'

test('a page loads no script while it is parsed, and lists all of them', () => {
  const deferred = scriptsAfterPaint(page)
  expect(deferred).not.toContain('modulepreload" href')
  expect(deferred).not.toContain('type="module"')
  expect(deferred).toContain('["/assets/a-1.js","/assets/b-2.js"]')
  expect(deferred).toContain(
    '<script type="text/plain" id="scripts">import "/assets/a-1.js";</script>',
  )
})

test('the rest of the page is unchanged', () => {
  const deferred = scriptsAfterPaint(page)
  expect(deferred).toContain('<link rel="stylesheet" href="/a.css"/>')
  expect(deferred).toContain('<main>Words</main><script>window.context = {}</script>')
})
