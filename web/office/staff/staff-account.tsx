import { useState } from 'react'
import type { StaffAccount as Account } from '../../../domain/office/staff-account.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { confirm, Modal } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'

type Props = { id: number; name: string; account: Account; isSelf: boolean }

/** The invitation, when the person was last seen, an end of all sessions, and a lost second step. */
export function StaffAccount({ id, name, account, isSelf }: Props) {
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
        <Fact term="Second step">{account.has_second_factor ? 'Set up' : 'Not set up yet'}</Fact>
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
      {account.removal ? (
        <WaitingRemoval id={id} removal={account.removal} />
      ) : (
        account.has_second_factor && !isSelf && <AskForRemoval id={id} name={name} />
      )}
    </section>
  )
}

function AskForRemoval({ id, name }: { id: number; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const reportDone = useReportDone()

  async function ask(reason: string) {
    await write('POST /api/office/staff/:id/factor-removal', { params: { id }, body: { reason } })
    setOpen(false)
    await reportDone(`We have told ${name} and every admin. It happens a day from now.`)
  }

  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Remove the lost phone
      </Button>
      {isOpen && (
        <Modal title={`Remove the lost phone of ${name}`} onClose={() => setOpen(false)}>
          <ReasonForm
            submit="Ask to remove it"
            label="How do you know that it is them?"
            missing="Say how you know that it is them."
            send={ask}
            onCancel={() => setOpen(false)}
          >
            <p>
              Their app and recovery codes stop working a day from now, and they set up a new app.
              Until then every admin can stop it. Check who is asking: a stranger with their
              password could ask for the same.
            </p>
          </ReasonForm>
        </Modal>
      )}
    </>
  )
}

function WaitingRemoval({ id, removal }: { id: number; removal: NonNullable<Account['removal']> }) {
  const reportDone = useReportDone()
  const { isPending, run } = useAction(async () => {
    await write('POST /api/office/staff/:id/factor-removal/stop', { params: { id } })
    await reportDone('The request has been stopped. Nothing has changed.')
  })
  return (
    <Notice tone="warn">
      <p>
        {removal.asked_by} has asked to remove the lost phone: {removal.reason}. It happens at{' '}
        {momentInWords(new Date(removal.due_at))}.
      </p>
      <Button kind="quiet" pending={isPending} onClick={run}>
        Stop it
      </Button>
    </Notice>
  )
}

function invitationText({ state, invited_at: at, expires_at: until }: Account): string {
  if (state === 'elsewhere') return 'Another service manages the accounts'
  const sent = at ? `Sent ${momentInWords(new Date(at))}` : 'Sent'
  if (state === 'used') return at ? `${sent}, used` : 'Not needed: they already had an account'
  if (state === 'expired') return `${sent}, expired`
  return until ? `${sent}, works until ${momentInWords(new Date(until))}` : sent
}
