import { expect, test } from 'vitest'
import { readReturnPath, withFrom } from '../account/return-path.ts'
import {
  afterSignInAddress,
  chosenIn,
  claimedIn,
  lostHoldAddress,
  wantedIn,
  withWanted,
} from './chosen-before-sign-in.ts'

const searchOf = (address: string) => address.slice(address.indexOf('?'))

test('a held time is claimed after sign-in, and one without a hold is only chosen', () => {
  const held = searchOf(afterSignInAddress(5, { time: '10:20', isHeld: true }))
  expect([claimedIn(held), wantedIn(held)]).toEqual(['10:20', { time: '10:20', isLost: false }])
  const unheld = searchOf(afterSignInAddress(5, { time: '10:20', isHeld: false }))
  expect([claimedIn(unheld), wantedIn(unheld)]).toEqual([null, { time: '10:20', isLost: false }])
  const none = searchOf(afterSignInAddress(5, { time: null, isHeld: false }))
  expect([claimedIn(none), wantedIn(none)]).toEqual([null, null])
})

test('a time stays in the address of a step between', () => {
  const wanted = wantedIn(searchOf(lostHoldAddress(5, '10:20')))
  const step = withWanted('/check-nhs-number?event=5', wanted)
  expect(wantedIn(searchOf(step))).toEqual({ time: '10:20', isLost: true })
  expect(withWanted('/check-nhs-number?event=5', null)).toBe('/check-nhs-number?event=5')
})

test('a lost hold names its time', () => {
  expect(wantedIn(searchOf(lostHoldAddress(5, '10:20')))).toEqual({ time: '10:20', isLost: true })
})

test('anything but a time of day is ignored', () => {
  for (const text of ['', '1020', '10:2', '<b>', '10:20;']) {
    expect(wantedIn(`?time=${encodeURIComponent(text)}`)).toBeNull()
    expect(claimedIn(`?claim=${encodeURIComponent(text)}`)).toBeNull()
  }
})

test('the choice stays in the return path through sign-in and its mails', () => {
  const address = afterSignInAddress(5, { time: '10:20', isHeld: true })
  const { search } = new URL(withFrom('/login', address), 'https://example.org')
  const from = readReturnPath(new URLSearchParams(search))
  expect(from).toBe(address)
  expect(chosenIn(from)).toEqual({ eventId: '5', time: '10:20' })
})

test('other return paths have no choice', () => {
  for (const path of [null, '/portal', '/book-event?event=5', '/event/5?time=10:20'])
    expect(chosenIn(path)).toBeNull()
})
