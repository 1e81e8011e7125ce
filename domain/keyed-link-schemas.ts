import * as z from 'zod/mini'
import { KEYED_LINK_KINDS } from './keyed-links.ts'

export const KeyedLinkSchema = z.object({
  kind: z.enum(KEYED_LINK_KINDS),
  /** The key of a begun place carries the request itself. */
  key: z.string().check(z.regex(/^[\w.-]{20,2000}$/)),
})
export type KeyedLink = z.infer<typeof KeyedLinkSchema>

/** `owner` as KEYED_LINKS says of the kind. */
export const LinkOwnerSchema = z.object({ owner: z.string() })
