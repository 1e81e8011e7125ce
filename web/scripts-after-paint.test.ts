import { expect, test } from 'vitest'
import { scriptsAfterPaint } from './scripts-after-paint.ts'

const page =
  '<html><head><meta charSet="utf-8"/><link rel="modulepreload" href="/assets/a-1.js"/><link rel="modulepreload" href="/assets/b-2.js"/>' +
  '<link rel="stylesheet" href="/a.css"/></head><body><main>Words</main>' +
  '<script>window.context = {}</script><script type="module" async="">import "/assets/a-1.js";</script></body></html>'

test('a page asks for no script while it is read in, and has all of them listed', () => {
  const later = scriptsAfterPaint(page)
  expect(later).not.toContain('modulepreload" href')
  expect(later).not.toContain('type="module"')
  expect(later).toContain('["/assets/a-1.js","/assets/b-2.js"]')
  expect(later).toContain(
    '<script type="text/plain" id="scripts">import "/assets/a-1.js";</script>',
  )
})

test('what it stands on stays as it is', () => {
  const later = scriptsAfterPaint(page)
  expect(later).toContain('<link rel="stylesheet" href="/a.css"/>')
  expect(later).toContain('<main>Words</main><script>window.context = {}</script>')
})
