import { expect, test } from 'vitest'
import { entriesFor, entryOf, NAVIGATION } from './navigation.ts'
import { SCREEN_PATHS } from './routes.tsx'

const ALL = NAVIGATION.map(({ to }) => to)

test('the menu shows the screens that the permissions open, in its own order', () => {
  const entries = entriesFor(['refunds.write', 'payments.read', 'events.read'], ALL)
  expect(entries.map(({ label }) => label)).toEqual([
    'Today',
    'Events',
    'Payments',
    'Unpaid',
    'Invoices',
  ])
})

test('each entry of the menu has its screen', () => {
  expect(ALL.filter((path) => !SCREEN_PATHS.includes(path))).toEqual([])
})

test('an entry without a screen is not shown', () => {
  const entries = entriesFor(['staff.write', 'audit.read'], ['/audit'])
  expect(entries.map(({ label }) => label)).toEqual(['Audit log'])
})

test('without permissions only today is in the menu', () => {
  expect(entriesFor([], ALL).map(({ to }) => to)).toEqual(['/today'])
})

test.each([
  ['/results', '/results'],
  ['/results/7', '/results'],
  ['/results/imports/7', '/results/imports'],
  ['/resultsheet', undefined],
])('%s is a screen of the entry %s', (path, to) => {
  expect(entryOf(NAVIGATION, path)?.to).toBe(to)
})
