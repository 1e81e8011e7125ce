import { hash, verify } from '@node-rs/argon2'

export function hashAccessCode(code: string): Promise<string> {
  return hash(withoutCaseAndSpaces(code))
}

/**
 * Ignores case and spaces. Takes the same time for a wrong code as for the right one. A code that
 * was stored before case was ignored also matches as it was written.
 */
export async function isAccessCode(stored: string, code: string): Promise<boolean> {
  const spellings = new Set([withoutCaseAndSpaces(code), code.trim()])
  const matches = await Promise.all([...spellings].map((spelling) => verify(stored, spelling)))
  return matches.includes(true)
}

function withoutCaseAndSpaces(code: string): string {
  return code.replace(/\s/g, '').toUpperCase()
}
