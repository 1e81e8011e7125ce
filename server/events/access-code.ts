import { hash, verify } from '@node-rs/argon2'

export function hashAccessCode(code: string): Promise<string> {
  return hash(code.trim())
}

/** Takes the same time for a wrong code as for the right one. */
export function isAccessCode(stored: string, code: string): Promise<boolean> {
  return verify(stored, code.trim())
}
