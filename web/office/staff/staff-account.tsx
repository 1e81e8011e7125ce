import type { StaffAccount as Account } from '../../../domain/office/staff-account.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { useAction } from '../parts/use-action.ts'

type Props = { id: number; name: string; account: Account }

/** The invitation, when the person was last seen, and an end of all sessions. */
export function StaffAccount({ id, name, account }: Props) {
  const params = { id }
  const inviting = useAction(async () => {
    await write('POST /api/office/staff/:id/invitation', { params })
    toast({ text: `We are sending ${name} the invitation again.`, tone: 'success' })
  })
  const signingOut = useAction(async () => {
    const isSure = await confirm({
      title: `Sign ${name} out everywhere?`,
      text: 'Every browser and phone will be signed out, and anything that is not saved is lost. They can sign in again with their password and code.',
      yes: 'Sign out everywhere',
      no: 'Go back',
    })
    if (!isSure) return
    await write('POST /api/office/staff/:id/sign-out', { params })
    toast({ text: `${name} has been signed out everywhere.`, tone: 'success' })
  })
  const { state, last_seen_at: seen } = account
  const isWaiting = state === 'waiting' || state === 'expired'
  return (
    <section aria-labelledby="account">
      <h2 id="account">Account</h2>
      <Facts>
        <Fact term="Invitation">{invitationText(account)}</Fact>
        <Fact term="Last seen">{seen ? momentInWords(new Date(seen)) : 'Never'}</Fact>
      </Facts>
      {isWaiting && (
        <Button kind="quiet" pending={inviting.isPending} onClick={inviting.run}>
          Send the invitation again
        </Button>
      )}
      {state === 'used' && (
        <Button kind="quiet" pending={signingOut.isPending} onClick={signingOut.run}>
          Sign out everywhere
        </Button>
      )}
    </section>
  )
}

function invitationText({ state, invited_at: at, expires_at: until }: Account): string {
  if (state === 'elsewhere') return 'Another service manages the accounts'
  const sent = at ? `Sent ${momentInWords(new Date(at))}` : 'Sent'
  if (state === 'used') return at ? `${sent}, used` : 'Not needed: they already had an account'
  if (state === 'expired') return `${sent}, expired`
  return until ? `${sent}, works until ${momentInWords(new Date(until))}` : sent
}
