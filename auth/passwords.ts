import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// OWASP's floor for argon2id; hashes carry their parameters, so these may rise without a reset.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  /** argon2id as a PHC string. */
  hash(password: string): Promise<string>
  /** Whether the password belongs to the hash; without a hash false, after the same work. */
  matches(passwordHash: string | null, password: string): Promise<boolean>
}

/**
 * Hashes and compares passwords on libuv's threads; whoever calls it does so in the lane. No pepper:
 * the hosted service verifies the same PHC strings, so that accounts can move there.
 */
export async function createPasswords(): Promise<Passwords> {
  const nobody = await hash(randomBytes(32), PARAMETERS)

  return {
    hash: (password) => hash(password, PARAMETERS),
    async matches(passwordHash, password) {
      const isRight = await verify(passwordHash ?? nobody, password)
      return passwordHash !== null && isRight
    },
  }
}
