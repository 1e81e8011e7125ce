import { describe, expect, test } from 'vitest'
import { CONTACT_SUBJECTS, mayTell, type ReachFacts, reach } from './reach.ts'

const FACTS: ReachFacts = {
  diedAt: null,
  erasedAt: null,
  mergedInto: null,
  isActive: true,
  wantsContact: 'all',
  email: 'a@example.org',
  phone: '07700 900123',
  provenPhone: '07700 900123',
  contactBy: 'email',
  careOf: null,
  addressLines: ['1 High Street'],
  postcode: 'HR8 1AA',
}
const told = (facts: Partial<ReachFacts>) =>
  CONTACT_SUBJECTS.filter((subject) => mayTell({ ...FACTS, ...facts }, subject))
const NOW = new Date('2026-11-12T10:00:00Z')

describe('reach', () => {
  test('a living member gets everything by every way there is', () => {
    expect(told({})).toEqual(['result', 'appointment', 'invitation'])
    expect(reach(FACTS)).toMatchObject({
      mayBook: true,
      ways: ['email', 'sms', 'telephone', 'post'],
    })
    expect(reach({ ...FACTS, email: null, phone: '01531 632000' }).ways).toEqual([
      'telephone',
      'post',
    ])
  })

  test('nothing reaches a member who has died, nor a record that is erased or merged', () => {
    for (const ended of [{ diedAt: NOW }, { erasedAt: NOW }, { mergedInto: 2000 }])
      expect(reach({ ...FACTS, ...ended })).toEqual({
        isOnRecord: false,
        mayBook: false,
        about: [],
        ways: [],
      })
  })

  test('who wants only results gets no invitation, who wants none gets no message', () => {
    expect(told({ wantsContact: 'results' })).toEqual(['result', 'appointment'])
    expect(told({ wantsContact: 'none' })).toEqual([])
  })

  test('a record out of use gets its results and books nothing', () => {
    expect(told({ isActive: false })).toEqual(['result'])
    expect(reach({ ...FACTS, isActive: false }).mayBook).toBe(false)
  })
})
