// Each rule of a claim broken once: the checker of the lives must say so.
import { expect, test } from 'vitest'
import { checkClaims } from './check-claims.ts'
import type { Facts, Man, RecordClaim } from './facts.queries.ts'
import type { Claimed, Word } from './held.ts'
import { nothingSeen } from './truth.ts'
import type { Life } from './world.ts'

const at = new Date('2027-01-12T09:00:00Z')
const albert = { id: 1, account: null, isDead: false, isErased: false, mergedInto: null }
const waits = {
  id: 7,
  member: 1,
  userId: 'own',
  at,
  notice: 'message',
  toldAt: at,
  isProven: false,
}
const claimed: Claimed = { memberId: 1, userId: 'own', hadHealth: true, place: 3 }

/** What is wrong after an act; before it the record had no account and its claim waited. */
function wrongAfter({
  man = {},
  because = null,
  claims = [claimed],
  words = [],
}: {
  man?: Partial<Man>
  because?: string | null
  claims?: Claimed[]
  words?: Word['word'][]
}): string[] {
  const life = {
    held: [{ memberId: 1, contact: null, accounts: [] }],
    members: [{ id: 1, firstName: 'Albert' }],
    claimed: claims,
    words: words.map((word, n) => ({ memberId: 1, word, place: 4 + n })),
  } as unknown as Life
  const seen = nothingSeen()
  const facts = (one: object, claim: Partial<RecordClaim>) =>
    ({ men: [{ ...albert, ...one }], claims: [{ ...waits, ...claim }] }) as unknown as Facts
  expect(checkClaims(life, facts({}, { ended: null, because: null }), seen)).toEqual([])
  return checkClaims(life, facts(man, { ended: because && at, because } as RecordClaim), seen)
}

test.each([
  ['the contact says so', { man: { account: 'own' }, because: 'confirmed', words: ['me'] }],
  ['a clinician releases', { man: { account: 'own' }, because: 'released', words: ['released'] }],
  ['a stranger is refused', { because: 'not me', words: ['not me'] }],
  ['a death ends it', { man: { isDead: true }, because: 'record changed' }],
] as const)('nothing is wrong when %s', (_, after) => {
  expect(wrongAfter({ ...after, words: [...('words' in after ? after.words : [])] })).toEqual([])
})

test.each([
  ['has an account', { man: { account: 'own' }, because: 'confirmed' }, 'neither the contact'],
  ['is a stranger’s', { man: { account: 'other' }, because: 'confirmed' }, 'never claimed it'],
  ['still waits', { man: { isDead: true } }, 'its member has died'],
  ['still waits', { man: { isErased: true } }, 'its member is erased'],
  ['still waits', { man: { mergedInto: 2 } }, 'its member is merged'],
  ['still waits', { man: { account: 'own' } }, 'its member has an account'],
  ['ended', { because: 'released' }, 'which nobody said'],
] as const)('the checker sees that it %s: %o', (_, after, wrong) => {
  expect(wrongAfter(after).join('\n')).toContain(wrong)
})

test('a word from before the claim does not count', () => {
  const after = { man: { account: 'own' }, because: 'confirmed', words: ['me' as const] }
  expect(wrongAfter({ ...after, claims: [{ ...claimed, place: 9 }] }).join()).toContain('neither')
})
