import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { pagePolicy, scriptHashes } from './csp.ts'

const settings = { publicUrl: 'http://localhost:3000', tileUrl: '' }
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const page = `<html><script src="/a.js"></script><script>first()</script>
<script type="module" async="">import "/b.js"</script><script>first()</script>
<script type="application/ld+json">{"@type":"Event"}</script></html>`

function directive(policy: string, name: string): string {
  return policy.split('; ').find((part) => part.startsWith(`${name} `)) ?? ''
}

describe('the policy of a page', () => {
  test('admits each script that is written into it once, by hash', () => {
    expect(scriptHashes(page)).toEqual([sha256('first()'), sha256('import "/b.js"')])
  })

  test('hashes a script over several lines as the browser does: every character of it', () => {
    const text = '\n  run("<b>£</b>")\n'
    expect(scriptHashes(`<script>${text}</script>`)).toEqual([sha256(text)])
  })

  test('admits no script, style or evaluation that it has not seen', () => {
    expect(pagePolicy(page, settings)).not.toMatch(/unsafe|data:|\*/)
    expect(directive(pagePolicy('<p>no script</p>', settings), 'script-src')).toBe(
      "script-src 'self'",
    )
  })

  test.each([
    ['', "img-src 'self'"],
    ['https://tile.example/{z}/{x}/{y}.png', "img-src 'self' https://tile.example"],
    ['https://{s}.tile.example/{z}/{x}/{y}.png', "img-src 'self' https://*.tile.example"],
    ['/tiles/{z}/{x}/{y}.png', "img-src 'self'"],
  ])('with tiles from %j says %s', (tileUrl, expected) => {
    expect(directive(pagePolicy(page, { ...settings, tileUrl }), 'img-src')).toBe(expected)
  })

  test('keeps everything encrypted where the site is', () => {
    const policy = pagePolicy(page, { ...settings, publicUrl: 'https://chaps.example' })
    expect(policy).toContain('upgrade-insecure-requests')
    expect(pagePolicy(page, settings)).not.toContain('upgrade-insecure-requests')
  })
})
