// A record that the office holds, and who asks for it.
import { randomUUID } from 'node:crypto'
import { addByOffice } from '../app/claim-letters.ts'
import type { Random } from '../app/seeded.ts'
import type { TestApp } from '../app/test-app.ts'
import { findMemberRow } from './facts.queries.ts'

export type Account = { userId: string; email: string; cookie: string }
/** A record that the office made, and the accounts without a record that ask for it. */
export type Held = { memberId: number; contact: string | null; accounts: Account[] }
/** What the world knows of a code: whose, and who made the letter. */
export type Code = { memberId: number; code: string; born: string; printedBy: number }
/** A claim that was accepted. */
export type Claimed = {
  memberId: number
  userId: string
  hadHealth: boolean
  /** Of the story, so that only words that follow count. */
  place: number
}
/** What stands for a claim: the contact's word, or a clinician's. */
export type Word = {
  memberId: number
  word: 'me' | 'not me' | 'released' | 'refused'
  place: number
}

/** A member without an account; `member.cookie` is of the account that means to claim the record. */
export async function holdRecord(
  site: TestApp,
  { random, clerk, number }: { random: Random; clerk: { cookie: string }; number: number },
) {
  const contact = random.chance(0.6) ? `contact-${number}@example.org` : null
  const memberId = await addByOffice(site, clerk, {
    first_name: `Man${number}`,
    last_name: `Family${number}`,
    date_of_birth: `196${random.below(9)}-0${1 + random.below(9)}-12`,
    email: contact,
    contact_by: contact ? 'email' : 'post',
  })
  const accounts: Account[] = []
  for (const kind of ['own', 'stranger']) {
    const [userId, email] = [randomUUID(), `${kind}-${number}@example.org`]
    accounts.push({ userId, email, cookie: await site.signIn(userId, email) })
  }
  const [own] = accounts
  const row = await findMemberRow(site.deps.database.db, memberId)
  if (!row || !own) throw new Error(`member ${memberId} is not there`)
  return { held: { memberId, contact, accounts }, member: { ...row, ...own } }
}
