import { hash, verify } from '@node-rs/argon2'

/** An access code as it is stored: argon2id, since codes are short and people use them again. */
export function hashAccessCode(code: string): Promise<string> {
  return hash(code.trim())
}

/** Whether this code is the one that was stored; takes as long for a wrong one as for the right. */
export function isAccessCode(stored: string, code: string): Promise<boolean> {
  return verify(stored, code.trim())
}
