import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { SealedMoment, sealedById } from '../../platform/keys/sealed-json.ts'

/** What somebody asked for in another person's name. `time` is 'HH:mm' in London. */
const BegunSchema = z.object({
  eventId: z.int(),
  time: z.string(),
  asker: z.object({ name: z.string(), email: z.string() }),
  person: z.object({
    name: z.string(),
    email: z.nullable(z.string()),
    mobile: z.nullable(z.string()),
  }),
  askedAt: SealedMoment,
})
export type Begun = z.output<typeof BegunSchema>

const { seal, open } = sealedById(BegunSchema, 'begin for another')

/** The request itself, sealed: nothing of it is stored before the address of whoever asks is proven. */
export function makeBeginToken({ fieldKeys }: Pick<Deps, 'fieldKeys'>, request: Begun): string {
  const sealId = randomUUID()
  const value = { ...request, askedAt: request.askedAt.toISOString() }
  return `${sealId}.${seal(fieldKeys, sealId, value).toString('base64url')}`
}

/** The request in the token with its id, or null for a token that we did not make. */
export function openBeginToken(
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  token: string,
): (Begun & { sealId: string }) | null {
  const [sealId = '', sealed = '', ...rest] = token.split('.')
  if (!z.guid().safeParse(sealId).success || rest.length > 0) return null
  try {
    return { ...open(fieldKeys, { sealId, sealed: Buffer.from(sealed, 'base64url') }), sealId }
  } catch {
    return null
  }
}
