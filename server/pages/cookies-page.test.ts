import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SESSION_KEY } from '../../web/session-storage.ts'
import { visitorCookieName } from '../events/visitor.ts'
import { cookieNames } from '../platform/http/cookies.ts'
import { deviceCookieName } from '../platform/http/known-device.ts'
import { mailCookieName } from '../sign-in/auth-gateway/mail-cookie.ts'
import { codeCookieName } from '../sign-in/new-device/device-code.ts'

const ROOT = join(import.meta.dirname, '../..')
const page = readFileSync(join(ROOT, 'content/policies/cookies.md'), 'utf8')
const [cookiesPart = '', storagePart = '', browserPart = '', cachePart = ''] = page.split(
  /## What we store in this (?:tab|browser)|browser also saves your ticket/,
)

const cookiesAt = (publicUrl: string) => [
  ...Object.values(cookieNames(publicUrl)),
  visitorCookieName(publicUrl),
  deviceCookieName(publicUrl),
  codeCookieName(publicUrl),
  mailCookieName(publicUrl),
]

test('its first table names every cookie, and no other', () => {
  expect(firstColumn(cookiesPart).sort()).toEqual(cookiesAt('https://chaps.example').sort())
})

test('it names the cookies of a site without https too', () => {
  for (const name of cookiesAt('http://localhost:3000'))
    expect(cookiesPart).toContain(`\`${name}\``)
})

test('nothing else sets a cookie', () => {
  const setters = filesOf('server', /setCookie\(/)
  expect(setters).toEqual([
    'server/events/visitor.ts',
    'server/platform/http/cookies.ts',
    'server/platform/http/known-device.ts',
    'server/sign-in/auth-gateway/mail-cookie.ts',
    'server/sign-in/new-device/device-code.ts',
  ])
  expect(filesOf('web', /indexedDB|cookieStore/)).toEqual([])
})

test('its third table names the entries that outlast the tab', () => {
  expect(filesOf('web', /localStorage/)).toEqual([
    'web/account/stored-sign-up.ts',
    'web/theme-before-paint.ts',
    'web/ui/theme.ts',
  ])
  const own = ['web/account/stored-sign-up.ts', 'web/ui/theme.ts'].flatMap(entriesOf)
  expect(own).toEqual(['sign-up', 'theme'])
  expect(firstColumn(browserPart)).toEqual(own)
})

test('its fourth table names the one cache of the site’s pages', () => {
  const text = readFileSync(join(ROOT, 'web/saved-tickets.ts'), 'utf8')
  const [, name = ''] = /const TICKETS = '([^']+)'/.exec(text) ?? []
  expect(firstColumn(cachePart)).toEqual([name.trim()])
  const writers = filesOf('web', /caches\.open\(/).filter((file) => !file.startsWith('web/office/'))
  expect(writers).toEqual([
    'web/portal/saved-ticket/save-tickets.ts',
    'web/portal/saved-ticket/worker.ts',
  ])
})

test('its second table names every entry of the tab’s storage, and no other', () => {
  const own = filesOf('web', /sessionStorage\.setItem\(/).flatMap((file) => entriesOf(file))
  // Stored by the official sign-in client and by React Router.
  const others = [`${SESSION_KEY}-code-verifier`, 'react-router-scroll-positions']
  expect(firstColumn(storagePart).sort()).toEqual([...own, ...others].sort())
})

function entriesOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/(?:session|local)Storage\.setItem\((\w+),/g)].map(([, constant]) => {
    const [, name] = new RegExp(`const ${constant} = '([^']+)'`).exec(text) ?? []
    if (name === undefined) throw new Error(`${file} writes an entry of unknown name`)
    return name
  })
}

function firstColumn(part: string): string[] {
  return [...part.matchAll(/^\| `([^`]+)`/gm)].flatMap(([, name]) => name ?? [])
}

function filesOf(room: string, pattern: RegExp): string[] {
  return globSync(`${room}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')))
    .sort()
}
