import { expect, test } from 'vitest'
import { markScripts } from './mark-scripts.ts'

const nonce = '0b6c1f5e-8a53-4d0e-9d8e-0c8c7e0b1a2f'
const marked = ` nonce="${nonce}"`

test('a script of the renderer has the nonce as its last attribute', () => {
  expect(markScripts(`<script${marked} type="module" async="">a</script>`, nonce)).toBe(
    `<script type="module" async=""${marked}>a</script>`,
  )
})

test('other elements have no nonce', () => {
  expect(
    markScripts(`<link rel="preload"${marked} href="/a.js"/><style${marked}></style>`, nonce),
  ).toBe('<link rel="preload" href="/a.js"/><style></style>')
})

test('a script without it gets none', () => {
  const page = '<p title="a"><script>steal()</script></p>'
  expect(markScripts(page, nonce)).toBe(page)
})
