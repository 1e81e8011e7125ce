import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../../domain/durations.ts'
import { makeFieldKeys, openFieldKeys } from '../keys/field-keys.ts'
import { knownAccountsOf, rememberDevice, rememberProof } from './known-device.ts'

const START = new Date('2027-01-12T09:00:00Z')
const fieldKeys = openFieldKeys(makeFieldKeys())
const accountOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

function browser() {
  let now = START
  let device = ''
  const deps = { fieldKeys, now: () => now, settings: { publicUrl: 'http://localhost' } }
  const request = () => ({ cookies: { device } }) as unknown as FastifyRequest
  const reply = () =>
    ({
      request: request(),
      setCookie: (_name: string, value: string) => {
        device = value
      },
    }) as unknown as FastifyReply
  return {
    signIn: (n: number, method = 'password') => {
      const claims = { sub: accountOf(n), amr: [{ method }] }
      const token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
      rememberDevice(reply(), deps, token)
    },
    prove: (n: number) => rememberProof(reply(), deps, accountOf(n)),
    known: () =>
      knownAccountsOf(request(), deps).map(
        ({ userId, provenAt }) => `${userId.slice(-1)}${provenAt ? ' proven' : ''}`,
      ),
    change: (edit: (cookie: string) => string) => {
      device = edit(device)
    },
    pass: (days: number) => {
      now = new Date(now.getTime() + days * DAY_MS)
    },
  }
}

test('a device is known to its accounts for a year after the last sign-in', () => {
  const { signIn, known, pass } = browser()
  signIn(1)
  pass(200)
  signIn(2)
  signIn(1)
  expect(known()).toEqual(['1', '2'])
  pass(364)
  expect(known()).toEqual(['1', '2'])
  pass(2)
  expect(known()).toEqual([])
})

test('a mailed link or a given code proves the owner, a password alone does not', () => {
  const { signIn, prove, known, pass } = browser()
  signIn(1)
  signIn(2, 'otp')
  expect(known()).toEqual(['2 proven', '1'])
  prove(1)
  expect(known()).toEqual(['1 proven', '2 proven'])
  pass(300)
  signIn(1)
  pass(66)
  expect(known()).toEqual(['1'])
})

test('the account that signed in longest ago is forgotten after four others', () => {
  const { signIn, known } = browser()
  for (const n of [1, 2, 3, 4, 5, 6]) signIn(n)
  expect(known()).toEqual(['6', '5', '4', '3', '2'])
})

test('a cookie that somebody wrote or changed makes nothing known', () => {
  const { signIn, known, change } = browser()
  signIn(1)
  change((cookie) => cookie.replace(accountOf(1), accountOf(2)))
  expect(known()).toEqual([])
  change(() => `${accountOf(1)}_zzzzzz_zzzzzz.`)
  expect(known()).toEqual([])
  change(() => '')
  expect(known()).toEqual([])
})
