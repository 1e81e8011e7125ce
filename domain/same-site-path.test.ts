import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sameSitePath } from './same-site-path.ts'

describe('sameSitePath', () => {
  test.each([
    '/',
    '/medical-results',
    '/book-event?event=12&slot=10%3A20#times',
    '/event/7?next=https://elsewhere.example/',
    '/a//b',
  ])('takes %s as it is', (path) => {
    expect(sameSitePath(path)).toBe(path)
  })

  test('resolves dots, so that the checked path is the followed path', () => {
    expect(sameSitePath('/portal/../upcoming-events')).toBe('/upcoming-events')
  })

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/%2Fevil.example',
    '/%2f%2fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'portal',
    './portal',
    '?from=x',
    '',
    null,
    undefined,
  ])('refuses %j', (from) => {
    expect(sameSitePath(from)).toBeNull()
  })

  test('trap 37: never leads away, whatever it is given', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '%2f',
      '%5c',
      '%09',
      '\t',
      '@',
      ':',
      '//',
      'evil.example',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 8 }), (parts) => {
        const path = sameSitePath(`/${parts.join('')}`)
        if (path === null) return
        const site = 'https://chaps.example'
        expect(new URL(path, site).origin).toBe(site)
        // Resolved a second time, as a link built from the path.
        expect(new URL(new URL(path, site).pathname, site).origin).toBe(site)
      }),
    )
  })
})
