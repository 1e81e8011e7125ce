import type { AccountLink } from '../../domain/link-owner.ts'

/** The account that a link opens: 'the account of Robert (r•••t@example.org)'. */
export function LinkWho({ owner }: { owner: AccountLink }) {
  const { first_name: name, masked_email: email } = owner
  if (!email) return 'an account with us'
  return (
    <>
      the account of <b>{name ? `${name} (${email})` : email}</b>
    </>
  )
}
