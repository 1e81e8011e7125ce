import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { PortalSection } from './portal-section.tsx'
import { useFocusOnClose } from './use-focus-back.ts'

const ChangePassword = lazy(() =>
  import('./change-password.tsx').then(({ ChangePassword }) => ({ default: ChangePassword })),
)

export function PasswordSection({ email, isStaff }: { email: string; isStaff: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const box = useFocusOnClose(isOpen)

  function showChanged() {
    toast({
      text: 'Your password has been changed. Your other devices have been signed out.',
      tone: 'success',
    })
    setOpen(false)
  }

  return (
    <div ref={box}>
      <PortalSection
        title="Your password"
        action={
          !isOpen && (
            <Button kind="quiet" onClick={() => setOpen(true)}>
              Change password
            </Button>
          )
        }
      >
        {isOpen ? (
          <Suspense fallback={<Spinner>Loading the form</Spinner>}>
            <ChangePassword
              email={email}
              isStaff={isStaff}
              onChanged={showChanged}
              onCancel={() => setOpen(false)}
            />
          </Suspense>
        ) : (
          <p>When you change it, we will email you and sign you out on all your other devices.</p>
        )}
      </PortalSection>
    </div>
  )
}
