import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'

type Keys = Pick<Deps, 'fieldKeys'>

/** A token for a link of a mail; `purpose` is what the link does. */
export function signedId(keys: Keys, id: string, purpose: string): string {
  return `${id}.${sign(keys, id, purpose).toString('base64url')}`
}

/** The id in the token, or null for one that we did not sign for this purpose. */
export function idIn(keys: Keys, token: string, purpose: string): string | null {
  const [id = '', signature = '', ...rest] = token.split('.')
  if (!z.guid().safeParse(id).success || rest.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(keys, id, purpose)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

function sign({ fieldKeys }: Keys, id: string, purpose: string): Buffer {
  return fieldKeys.blindIndex(id, purpose)
}
