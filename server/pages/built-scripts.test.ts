import { expect, test } from 'vitest'
import { ownScripts } from './built-scripts.ts'

const NONCE = '0b6c1f5e-8a53-4d0e-9d8e-0c8c7e0b1a2f'
const own = (text: string, attributes = '') =>
  `<script${attributes} nonce="${NONCE}">${text}</script>`
const finished = (body: string) => ownScripts(`<!DOCTYPE html><html>${body}</html>`, NONCE)

test('scripts of the build are found, and the nonce is never visible', () => {
  const { html, scripts } = finished(
    `${own('first()')}<p>Words</p>${own('second()', ' type="module"')}`,
  )
  expect(scripts).toEqual(['first()', 'second()'])
  expect(html).toBe(
    '<!DOCTYPE html><html><script>first()</script><p>Words</p><script type="module">second()</script></html>',
  )
})

test.each([
  ['a script', '<script>steal()</script>'],
  [
    'a script with another nonce',
    '<script nonce="0b6c1f5e-8a53-4d0e-9d8e-000000000000">steal()</script>',
  ],
  ['a script that is not closed', '<script>steal();'],
  [
    'a comment that names a nonce',
    '<!--nonce 0b6c1f5e-8a53-4d0e-9d8e-000000000000--><script>steal()</script>',
  ],
  ['an attribute that is not closed', '<script title="'],
  ['a script of elsewhere', '<script src="https://evil.example/a.js"></script>'],
])('%s in what a page shows is none of them', (_, injected) => {
  const { scripts } = finished(`<p>${injected}</p>${own('first()')}`)
  expect(scripts.join()).not.toMatch(/steal|evil/)
  expect(['', 'first()']).toContain(scripts.join())
})

test('the nonce may stand before other attributes, and a link or style with it is no script', () => {
  const marked = ` nonce="${NONCE}"`
  const { html, scripts } = finished(
    `<script${marked} type="module" async="">first()</script><link rel="preload"${marked} href="/a.js"/><style${marked}>p{}</style>`,
  )
  expect(scripts).toEqual(['first()'])
  expect(html).toContain(
    '<script type="module" async="">first()</script><link rel="preload" href="/a.js"/><style>p{}</style>',
  )
})

test('a script of a file is none of them, wherever its address stands', () => {
  const marked = ` nonce="${NONCE}"`
  expect(finished(`<script src="/a.js"${marked}></script>`).scripts).toEqual([])
  expect(finished(`<script${marked} src="/a.js"></script>`).scripts).toEqual([])
})

test('a page that came without a nonce has none', () => {
  const page = '<!DOCTYPE html><html><script>first()</script></html>'
  expect(ownScripts(page, NONCE)).toEqual({ html: page, scripts: [] })
})
