import { expect, test } from 'vitest'
import { scriptsAfterPaint } from './scripts-after-paint.ts'

const page =
  '<html><head><meta charSet="utf-8"/><link rel="modulepreload" href="/assets/a-1.js"/><link rel="modulepreload" href="/assets/b-2.js"/>' +
  '<link rel="stylesheet" href="/a.css"/></head><body><main>Words</main>' +
  '<script>window.context = {}</script><script nonce="n" type="module" async="">import "/assets/a-1.js";</script></body></html>'

test('a page loads no script while it is parsed, and lists all of them', () => {
  const deferred = scriptsAfterPaint(page, 'n')
  expect(deferred).not.toContain('modulepreload" href')
  expect(deferred).not.toContain('type="module"')
  expect(deferred).toContain('["/assets/a-1.js","/assets/b-2.js"]')
  expect(deferred).toContain(
    '<script nonce="n" type="text/plain" id="scripts">import "/assets/a-1.js";</script>',
  )
})

test('the rest of the page is unchanged', () => {
  const deferred = scriptsAfterPaint(page, 'n')
  expect(deferred).toContain('<link rel="stylesheet" href="/a.css"/>')
  expect(deferred).toContain('<main>Words</main><script>window.context = {}</script>')
})

test.each([
  ['no module script', page.replace('type="module"', 'type="other"')],
  [
    'two module scripts',
    page.replace('</body>', '<script nonce="n" type="module" async=""></script></body>'),
  ],
  ['no preloads', page.replaceAll('modulepreload', 'preload')],
])('a page with %s is refused, rather than sent without its scripts', (_, other) => {
  expect(() => scriptsAfterPaint(other, 'n')).toThrow('in another form')
})
