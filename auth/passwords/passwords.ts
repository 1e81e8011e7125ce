import { randomBytes } from 'node:crypto'
import { hash, verify } from './hashing.ts'

// OWASP's minimum for argon2id. Hashes contain their parameters, so these may rise.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$'

// A hash contains its own cost; an expensive import would block the queue.
const ARGON2 = /^\$argon2(?:id|i)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/
const BCRYPT = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const MAX_COST = { memoryCost: 262_144, timeCost: 10, parallelism: 4, bcryptCost: 14 }
/** bcrypt ignores further bytes. */
const BCRYPT_BYTES = 72

export type Passwords = {
  hash(password: string): Promise<string>
  /** False for null or an unknown kind, in the same time, which must not reveal accounts. */
  matches(passwordHash: string | null, password: string): Promise<boolean>
  needsRehash(passwordHash: string): boolean
}

/** No pepper: a hosted service can verify the same hashes. Callers use the hash queue. */
export async function createPasswords(): Promise<Passwords> {
  const dummyHash = await hash(randomBytes(32).toString('hex'), PARAMETERS)

  return {
    hash: (password) => hash(normalForm(password), PARAMETERS),
    async matches(passwordHash, password) {
      // All of them in turn until one matches, so that a wrong password costs the same everywhere.
      for (const form of formsOf(password)) if (await matchesForm(passwordHash, form)) return true
      return false
    },
    needsRehash: (passwordHash) => !passwordHash.startsWith(CURRENT_PREFIX),
  }

  async function matchesForm(passwordHash: string | null, form: string): Promise<boolean> {
    if (passwordHash === null || !isUsableHash(passwordHash)) {
      await verify(dummyHash, form, false)
      return false
    }
    if (!BCRYPT.test(passwordHash)) return await verify(passwordHash, form, false)
    const isTruncated = Buffer.byteLength(form) > BCRYPT_BYTES || form.includes('\0')
    return (await verify(passwordHash, form, true)) && !isTruncated
  }
}

/** The form that is hashed: keyboards write the same letters by different code points. */
function normalForm(password: string): string {
  return password.normalize('NFKC')
}

/** An older hash may be of another form, whichever the keyboard wrote. One for plain letters. */
function formsOf(password: string): string[] {
  return [
    ...new Set([
      normalForm(password),
      password,
      password.normalize('NFC'),
      password.normalize('NFD'),
    ]),
  ]
}

/** argon2 (v=19) or bcrypt, at a bounded cost. */
export function isUsableHash(passwordHash: string): boolean {
  const bcrypt = BCRYPT.exec(passwordHash)
  if (bcrypt) return Number(bcrypt[1]) >= 4 && Number(bcrypt[1]) <= MAX_COST.bcryptCost
  const [, memory, time, parallelism] = ARGON2.exec(passwordHash)?.map(Number) ?? []
  if (!memory || !time || !parallelism) return false
  return (
    memory <= MAX_COST.memoryCost &&
    time <= MAX_COST.timeCost &&
    parallelism <= MAX_COST.parallelism
  )
}
