import { describe, expect, test } from 'vitest'
import { createRedirects } from './redirects.ts'

const SITE = 'https://site.example'
const { redirectTarget: target } = createRedirects(SITE, [
  'https://*.partner.example/**',
  'app://callback',
  'https://one.example/back',
])

describe('a mail link may lead', () => {
  test.each([
    'https://site.example/reset-password',
    'https://site.example/login?from=%2Fevents#top',
    'https://news.partner.example/any/where',
    'https://one.example/back',
    'app://callback',
  ])('to %s', (asked) => {
    expect(target(asked)).toBe(asked)
  })

  test.each([
    '',
    '/reset-password',
    '//evil.example',
    'http://site.example/',
    'https://site.example:8443/',
    'https://site.example.evil.example/',
    'https://site.example@evil.example/',
    'https://evil.example\\@site.example/',
    'https://evil.example?.partner.example/',
    'https://evil.example#.partner.example/',
    'https://a.b.partner.example/',
    'https://one.example/back/door',
    'https://192.0.2.7/reset-password',
    'http://2130706433/',
    'http://127.0.0.1:5173/reset-password',
    'http://[::1]:5173/',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('not to %j, but to the site', (asked) => {
    expect(target(asked)).toBe(SITE)
  })

  test('to any port of the site when the site is on this machine', () => {
    const { redirectTarget: local } = createRedirects('http://localhost:3000', [])
    for (const asked of ['http://127.0.0.1:5173/reset-password', 'http://[::1]:5173/'])
      expect(local(asked)).toBe(asked)
    expect(local('http://localhost:5173/login')).toBe('http://localhost:5173/login')
    expect(local('https://localhost:3000/login')).toBe('http://localhost:3000')
  })
})

describe('the link of a mail', () => {
  const { mailTarget } = createRedirects(SITE, ['app://callback'], {
    recovery: '/reset-password',
    signIn: '/login',
  })

  test.each([
    '',
    SITE,
    `${SITE}/events`,
    `${SITE}/reset-password/`,
    'http://127.0.0.1:5173/reset-password',
    'https://evil.example/reset-password',
  ])('for a new password leads to the page for it when %j was asked for', (asked) => {
    expect(mailTarget(asked, 'recovery')).toBe(`${SITE}/reset-password`)
    expect(mailTarget(asked, 'signIn')).toBe(`${SITE}/login`)
  })

  test('leads to the requested page when that opens it, or is elsewhere and allowed', () => {
    const asked = `${SITE}/login?from=%2Fevents`
    expect(mailTarget(asked, 'signIn')).toBe(asked)
    expect(mailTarget('app://callback', 'recovery')).toBe('app://callback')
  })
})
