// Whose account or record a mailed link opens, shown before anything is used up.
import * as z from 'zod/mini'

/** Links that sign their reader in to an account. */
export const ACCOUNT_LINK_KINDS = [
  'sign_up',
  'invitation',
  'sign_in',
  'recovery',
  'email_change_new',
  'email_change_current',
] as const
export type AccountLinkKind = (typeof ACCOUNT_LINK_KINDS)[number]

/** `other_account`: the browser is signed in, to another account than the link's. */
const LINK_STATES = ['this_browser', 'other_browser', 'other_account'] as const
type LinkState = (typeof LINK_STATES)[number]

const linkToken = z.string().check(z.regex(/^[\w-]{40,60}$/))
const typedText = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))

/** `user_id` is the account that this browser signed up, if any. */
export const AccountLinkRequestSchema = z.object({
  token_hash: linkToken,
  user_id: z.optional(z.uuid()),
})
export const LinkPasswordSchema = z.object({ token_hash: linkToken, password: typedText(1000) })
export const LinkAddressSchema = z.object({ token_hash: linkToken, email: typedText(254) })

/**
 * Addresses are masked. Names are null without a profile, and for the new address of a change. In
 * 'other_browser' the page asks for the account's address; for a sign-up it asks for what `asks`
 * says, before or after confirming. With a hosted authentication service, which shows nothing of a
 * link, `kind` is null and `asks` 'password_afterwards'.
 */
export const AccountLinkSchema = z.object({
  kind: z.nullable(z.enum(ACCOUNT_LINK_KINDS)),
  state: z.enum(LINK_STATES),
  masked_email: z.nullable(z.string()),
  new_masked_email: z.nullable(z.string()),
  signed_in_as: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  signed_up_at: z.nullable(z.string()),
  asks: z.enum(['nothing', 'password', 'password_afterwards', 'provider']),
})
export type AccountLink = z.infer<typeof AccountLinkSchema>

type Browser = {
  /** The account it is signed in to, or null. */
  userId: string | null
  /** Whether it asked for a mail to the account's address within the last hour. */
  hasAskedForMail: boolean
  /** Whether it created the account's sign-up. */
  hasSignedUp: boolean
}
type Link = Pick<AccountLink, 'kind'> & {
  userId: string
  chosen: 'nothing' | 'password' | 'provider'
}

export function linkState(link: Link, browser: Browser): LinkState {
  if (browser.userId !== null && browser.userId !== link.userId) return 'other_account'
  return isOfBrowser(link, browser) ? 'this_browser' : 'other_browser'
}

/** What confirming a sign-up needs besides the link: its password, where its address may be the reader's and its account a stranger's. */
export function linkAsks(link: Link, browser: Browser): AccountLink['asks'] {
  return isOfBrowser(link, browser) ? 'nothing' : link.chosen
}

function isOfBrowser(link: Link, browser: Browser): boolean {
  if (link.kind === 'sign_up') return browser.hasSignedUp
  return browser.userId === link.userId || browser.hasAskedForMail
}
