import { describe, expect, test } from 'vitest'
import { stagingBand, stagingOf } from './staging.ts'

const PRODUCTION_HOST = 'www.chaps.example'

describe('a host is', () => {
  test.each([
    ['https://www.chaps.example', PRODUCTION_HOST, true, false],
    ['https://WWW.chaps.example', PRODUCTION_HOST, true, false],
    ['https://staging.chaps.example', PRODUCTION_HOST, true, true],
    ['https://chaps.example', PRODUCTION_HOST, true, true],
    ['https://www.chaps.example.attacker.example', PRODUCTION_HOST, true, true],
    ['https://www.chaps.example', undefined, true, false],
    ['https://www.chaps.example', undefined, false, true],
    ['http://localhost:3000', PRODUCTION_HOST, false, false],
    ['http://localhost:3000', undefined, false, false],
    ['http://127.0.0.1:4310', undefined, false, false],
    ['http://[::1]:3000', undefined, true, false],
    ['http://chaps.localhost:3000', undefined, false, false],
    ['https://localhost.chaps.example', PRODUCTION_HOST, true, true],
  ])(
    '%s beside %s, production settings %s: staging %s',
    (publicUrl, productionHost, production, is) => {
      expect(stagingOf({ publicUrl, productionHost, production }) !== null).toBe(is)
    },
  )
})

test('the band leads to the real site where that is known, and is nothing elsewhere', () => {
  expect(stagingBand(null)).toBe('')
  expect(stagingBand({ productionUrl: null })).not.toContain('href')
  expect(stagingBand({ productionUrl: 'https://www.chaps.example' })).toContain(
    '<a href="https://www.chaps.example">www.chaps.example</a>',
  )
})
