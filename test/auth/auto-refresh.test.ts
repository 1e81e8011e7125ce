import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { openPage, openTestBrowser, signUpIn, type Tab, type TestBrowser } from './browser.ts'
import { openTestAuth, PASSWORD, type TestAuth } from './test-service.ts'

// Automatic refresh by the client (auth-protocol 2.12) against the real service. A session lasts
// 900 s; the client checks every 30 s and refreshes at most 90 s before the end, at 810 s.

let t: TestAuth
let browser: TestBrowser

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool)
})
afterAll(() => t.close())
beforeEach(() => {
  t.pass(86_400)
  browser = openTestBrowser(t)
})
afterEach(() => browser.close())

const RENEWAL = 27
const bearerTokenOf = async ({ client }: Tab) =>
  (await client.getSession()).data.session?.access_token

async function signedIn() {
  const tab = await browser.openTab()
  const email = await signUpIn(tab)
  const start = Date.now()
  await tab.client.startAutoRefresh()
  await browser.ticks(RENEWAL - 1)
  expect(browser.refreshesSince(start)).toEqual([])
  expect(tab.events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
  return { ...tab, email, start, refreshes: () => browser.refreshesSince(start) }
}

async function endSession(email: string) {
  const elsewhere = t.client()
  await elsewhere.signInWithPassword({ email, password: PASSWORD })
  expect((await elsewhere.signOut({ scope: 'others' })).error).toBeNull()
}

const away = () => new Response('', { status: 503 })
const cutOff = () => {
  throw new TypeError('fetch failed')
}

describe('a session', () => {
  test('is renewed when ninety seconds remain, again and again, until told to stop', async () => {
    const { client, events, refreshes } = await signedIn()
    await browser.ticks(1)
    expect(refreshes()).toEqual([810])
    expect(events.slice(2)).toEqual(['TOKEN_REFRESHED'])
    await browser.ticks(RENEWAL)
    expect(refreshes()).toEqual([810, 1620])
    expect((await client.getUser()).error).toBeNull()

    await client.stopAutoRefresh()
    await browser.ticks(2 * RENEWAL)
    expect(refreshes()).toHaveLength(2)
    expect(events.slice(2)).toEqual(['TOKEN_REFRESHED', 'TOKEN_REFRESHED'])
  })

  test.each([
    ['nobody can be reached', cutOff],
    ['the service is in trouble', away],
  ])('when %s is asked for again after ever longer waits that fit into a tick', async (_, how) => {
    const tab = await signedIn()
    browser.breakNetwork(how)
    await browser.ticks(2)
    expect(tab.refreshes()).toEqual([0, 0.2, 0.6, 1.4, 3, 6.2, 12.6, 25.4].map((s) => 810 + s))
    expect(await bearerTokenOf(tab)).toEqual(expect.any(String))
    browser.breakNetwork(null)

    // 60 s of cool-down after the last attempt, then the next tick gets through.
    await browser.ticks(1)
    expect(tab.refreshes()).toHaveLength(8)
    await browser.ticks(1)
    expect(tab.refreshes().slice(8)).toEqual([900])
    expect(tab.events.slice(2)).toEqual(['TOKEN_REFRESHED'])
    expect((await tab.client.getUser()).error).toBeNull()
  })

  test('outlives an outage, though its token is over meanwhile', async () => {
    const tab = await signedIn()
    browser.breakNetwork(away)
    await browser.ticks(9)
    expect(await bearerTokenOf(tab)).toBeUndefined()
    expect(tab.events.slice(2)).toEqual([])
    browser.breakNetwork(null)
    await browser.ticks(1)
    expect(tab.refreshes().at(-1)).toBe(1080)
    expect(tab.events.slice(2)).toEqual(['TOKEN_REFRESHED'])
    expect((await tab.client.getUser()).error).toBeNull()
  })

  test('that was ended elsewhere is kept while its token lasts, then SIGNED_OUT; a refusal is not asked twice', async () => {
    const tab = await signedIn()
    await endSession(tab.email)
    await browser.ticks(3)
    expect(tab.refreshes()).toEqual([810, 870])
    expect(await bearerTokenOf(tab)).toEqual(expect.any(String))
    expect(tab.events.slice(2)).toEqual([])

    await browser.ticks(2)
    expect(tab.refreshes()).toEqual([810, 870, 930])
    expect(tab.events.slice(2)).toEqual(['SIGNED_OUT'])
    expect(browser.storage.getItem(browser.storageKey)).toBeNull()
    await browser.ticks(4)
    expect(tab.refreshes()).toHaveLength(3)
  })

  test('asked for by many at once is renewed by one call', async () => {
    const { client, refreshes, events } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.refreshSession()))
    expect(refreshes()).toEqual([780])
    expect(new Set(answers.map(({ data }) => data.session?.access_token)).size).toBe(1)
    expect(answers.map(({ error }) => error)).toEqual(Array(5).fill(null))
    expect(events.slice(2)).toEqual(['TOKEN_REFRESHED'])
  })
})

describe('several tabs', () => {
  test('receive the renewal and the end, and use the one session', async () => {
    openPage('http://localhost:3000/portal')
    const one = await browser.openTab()
    const two = await browser.openTab()
    await signUpIn(one)
    await two.hears('SIGNED_IN')
    await one.client.refreshSession()
    await two.hears('TOKEN_REFRESHED')
    expect(await bearerTokenOf(two)).toBe(await bearerTokenOf(one))
    expect((await two.client.refreshSession()).error).toBeNull()
    await two.client.signOut()
    await one.hears('SIGNED_OUT')
    expect(await bearerTokenOf(one)).toBeUndefined()
    const whole = ['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'TOKEN_REFRESHED']
    expect(one.events).toEqual([...whole, 'SIGNED_OUT'])
    expect(two.events).toEqual([...whole, 'SIGNED_OUT'])
  })

  test('a hidden one asks for nothing, and recovers when it is looked at again', async () => {
    const page = openPage('http://localhost:3000/portal')
    const start = Date.now()
    const tab = await browser.openTab({ autoRefreshToken: true })
    await signUpIn(tab)
    page.show(false)
    await browser.ticks(RENEWAL + 10)
    expect(browser.refreshesSince(start)).toEqual([])
    page.show(true)
    await tab.hears('TOKEN_REFRESHED')
    expect(browser.refreshesSince(start)).toEqual([1110])
    expect((await tab.client.getUser()).error).toBeNull()
  })

  test('a closed one receives and requests nothing more', async () => {
    openPage('http://localhost:3000/portal')
    const start = Date.now()
    const tab = await browser.openTab({ autoRefreshToken: true })
    await signUpIn(tab)
    await tab.client.dispose()
    await browser.ticks(RENEWAL + 10)
    expect(browser.refreshesSince(start)).toEqual([])
    expect(tab.events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
  })
})
