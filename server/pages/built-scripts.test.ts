import { expect, test } from 'vitest'
import { extractNonce } from './built-scripts.ts'

const NONCE = '0b6c1f5e-8a53-4d0e-9d8e-0c8c7e0b1a2f'
const own = (text: string, attributes = '') =>
  `<script${attributes} nonce="${NONCE}">${text}</script>`
const rendered = (body: string) => `<!--nonce ${NONCE}--><!DOCTYPE html><html>${body}</html>`
const finished = (body: string) => {
  const { marked, finish } = extractNonce(rendered(body))
  return finish(marked)
}

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

test('a page that came without a nonce has none', () => {
  const page = '<!DOCTYPE html><html><script>first()</script></html>'
  const { marked, finish } = extractNonce(page)
  expect(finish(marked)).toEqual({ html: page, scripts: [] })
})

test('scripts that the server writes into a page are hashed', () => {
  const { marked, finish } = extractNonce(rendered(own('go("https://origin.invalid")')))
  const { scripts } = finish(marked.replaceAll('https://origin.invalid', 'https://chaps.example'))
  expect(scripts).toEqual(['go("https://chaps.example")'])
})
