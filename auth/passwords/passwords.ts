import { randomBytes } from 'node:crypto'
import { hash, verify } from './hashing.ts'

// OWASP's floor for argon2id; hashes carry their parameters, so these may rise without a reset.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const OURS = '$argon2id$v=19$m=19456,t=2,p=1$'

// What may be imported: a hash names its own cost, and one that takes minutes would block the lane.
const ARGON2 = /^\$argon2(?:id|i)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/
const BCRYPT = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const MOST = { memoryCost: 262_144, timeCost: 10, parallelism: 4, bcryptCost: 14 }
/** bcrypt reads no further; a longer password would open with any other end. */
const BCRYPT_BYTES = 72

export type Passwords = {
  /** argon2id as a PHC string. */
  hash(password: string): Promise<string>
  /**
   * Whether the password belongs to the hash, argon2 or bcrypt; without a hash, or with one of another
   * kind, false after the same work as for one of ours.
   */
  matches(passwordHash: string | null, password: string): Promise<boolean>
  /** Whether the hash was made elsewhere or by older parameters, and should be made anew. */
  isOld(passwordHash: string): boolean
}

/**
 * Hashes and compares passwords on a thread of their own; whoever calls it does so in the lane. No
 * pepper: the hosted service verifies the same PHC strings, so that accounts can move there.
 */
export async function createPasswords(): Promise<Passwords> {
  const nobody = await hash(randomBytes(32).toString('hex'), PARAMETERS)

  return {
    hash: (password) => hash(password, PARAMETERS),
    async matches(passwordHash, password) {
      if (passwordHash === null || !isUsableHash(passwordHash)) {
        await verify(nobody, password, false)
        return false
      }
      if (!BCRYPT.test(passwordHash)) return await verify(passwordHash, password, false)
      const isCut = Buffer.byteLength(password) > BCRYPT_BYTES || password.includes('\0')
      return (await verify(passwordHash, password, true)) && !isCut
    },
    isOld: (passwordHash) => !passwordHash.startsWith(OURS),
  }
}

/** Whether a hash from elsewhere can be verified here: argon2 (v=19) or bcrypt, at a bearable cost. */
export function isUsableHash(passwordHash: string): boolean {
  const bcrypt = BCRYPT.exec(passwordHash)
  if (bcrypt) return Number(bcrypt[1]) >= 4 && Number(bcrypt[1]) <= MOST.bcryptCost
  const [, memory, time, lanes] = ARGON2.exec(passwordHash)?.map(Number) ?? []
  if (!memory || !time || !lanes) return false
  return memory <= MOST.memoryCost && time <= MOST.timeCost && lanes <= MOST.parallelism
}
