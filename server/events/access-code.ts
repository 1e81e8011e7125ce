import { hash } from '@node-rs/argon2'

/** An access code as it is stored: argon2id, since codes are short and people use them again. */
export function hashAccessCode(code: string): Promise<string> {
  return hash(code.trim())
}
