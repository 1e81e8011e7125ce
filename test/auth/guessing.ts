import type { Passwords } from '../../auth/passwords/passwords.ts'
import { openTestDatabase } from '../database/database.ts'
import { must, openTestAuth, readMail, type TestAuth } from './test-service.ts'

/** Every account has another one of the commonest passwords that the service accepts. */
const PASSWORD_OF = (rank: number) => `accepted-${rank}`

/** Compares in clear: a hundred thousand hashes of 30 ms would take an hour. */
const cheap: Passwords = {
  hash: async (password) => password,
  matches: async (stored, password) => stored === password,
  needsRehash: () => false,
}

export type Attack = {
  accounts: number
  seconds: number
  aSecond: number
  /** One password at all accounts and then the next one, or all at one account and then the next. */
  order: 'by password' | 'by account'
}

/**
 * Guesses of one rented /48, from another /64 each; then every owner signs in. Returns how many accounts the guesses opened, and how many
 * owners came in by password and by a mailed link.
 */
export async function guessFromOneBlock({ accounts, seconds, aSecond, order }: Attack) {
  const { pool } = await openTestDatabase()
  const t = await openTestAuth(pool, {}, { passwords: cheap })
  try {
    const ids: string[] = []
    for (let n = 0; n < accounts; n++) {
      const { id } = await t.auth.createUser({ email: emailOf(n), password: PASSWORD_OF(n) })
      ids.push(id)
    }
    const opened = new Set<number>()
    for (let n = 0; n < seconds * aSecond; n++) {
      const turn = [n % accounts, Math.floor(n / accounts) % accounts] as const
      const [account, rank] = order === 'by password' ? turn : [turn[1], turn[0]]
      if (await signsIn(t, { account, rank, address: networkOf(n) })) opened.add(account)
      if (n % aSecond === 0) t.pass(1)
    }
    const owners = { byPassword: 0, byLink: 0 }
    for (const [account, id] of ids.entries()) {
      const address = `198.${18 + (account >> 8)}.${account & 255}.7`
      const knownTo = account % 2 ? [id] : []
      if (await signsIn(t, { account, rank: account, address, knownTo })) owners.byPassword += 1
      else if (await opensLink(t, account)) owners.byLink += 1
    }
    return { opened: opened.size, owners }
  } finally {
    await t.close()
  }
}

const emailOf = (account: number) => `member-${account}@example.org`

function networkOf(n: number): string {
  return `2001:db8:77:${(n % 65_536).toString(16)}::1`
}

async function signsIn(
  t: TestAuth,
  asked: { account: number; rank: number; address: string; knownTo?: string[] },
): Promise<boolean> {
  const { account, rank, address, knownTo = [] } = asked
  const body = { email: emailOf(account), password: PASSWORD_OF(rank) }
  const answer = await t.ask('POST', '/token?grant_type=password', { body, address, knownTo })
  return answer.status === 200
}

async function opensLink(t: TestAuth, account: number): Promise<boolean> {
  const mail = (await t.mails()).findLast(({ to }) => to === emailOf(account))
  const body = { type: 'magiclink', token_hash: readMail(must(mail)).tokenHash }
  return (await t.ask('POST', '/verify', { body })).status === 200
}
