import { describe, expect, test } from 'vitest'
import { createRedirects } from './redirects.ts'

const SITE = 'https://site.example'
const target = createRedirects(SITE, [
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
    'http://127.0.0.1:5173/reset-password',
    'http://[::1]:5173/',
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
    'javascript:alert(1)',
    'data:text/html,x',
  ])('not to %j, but to the site', (asked) => {
    expect(target(asked)).toBe(SITE)
  })

  test('to any port of the site when the site is on this machine', () => {
    const local = createRedirects('http://localhost:3000', [])
    expect(local('http://localhost:5173/login')).toBe('http://localhost:5173/login')
    expect(local('https://localhost:3000/login')).toBe('http://localhost:3000')
  })
})
