import { lazy, Suspense, useState } from 'react'
import { Helpline } from '../events/helpline.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PortalSection } from './portal-section.tsx'
import { useFocusOnClose } from './use-focus-back.ts'

const ChangeEmail = lazy(() =>
  import('./change-email.tsx').then(({ ChangeEmail }) => ({ default: ChangeEmail })),
)

export function EmailSection({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const [requestedEmail, setRequestedEmail] = useState<string | null>(null)
  const box = useFocusOnClose(isOpen)

  function showRequested(wanted: string) {
    setRequestedEmail(wanted)
    setOpen(false)
  }

  return (
    <div ref={box}>
      <PortalSection
        title="Your email address"
        action={
          !isOpen && (
            <Button kind="quiet" onClick={() => setOpen(true)}>
              Change email address
            </Button>
          )
        }
      >
        {isOpen ? (
          <Suspense fallback={<Spinner>Loading the form</Spinner>}>
            <ChangeEmail
              email={email}
              onRequested={showRequested}
              onCancel={() => setOpen(false)}
            />
          </Suspense>
        ) : (
          <p>You use it to sign in, and we email you there about your appointments and results.</p>
        )}
        <p>
          Can you no longer open the emails sent to {email}? Then call <Helpline />. We will send a
          letter with a code to your home, and with it you open an account with your new address.
        </p>
        <div role="status">
          {requestedEmail && !isOpen && (
            <Notice icon="envelope-simple" title="Two emails to open" level={3}>
              <p>
                We have sent emails to {requestedEmail} and {email}. Your address will change when
                you have opened the link in both.
              </p>
            </Notice>
          )}
        </div>
      </PortalSection>
    </div>
  )
}
