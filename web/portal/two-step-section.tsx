import { lazy, Suspense, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { PasswordCheck } from '../account/password-check.tsx'
import { Button, Buttons } from '../ui/button.tsx'
import { confirm } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { PortalSection } from './portal-section.tsx'
import { useFocusOnClose } from './use-focus-back.ts'

const SetUpForm = lazy(() =>
  import('../two-step/set-up-form.tsx').then(({ SetUpForm }) => ({ default: SetUpForm })),
)
const RecoveryCodes = lazy(() =>
  import('../two-step/recovery-codes.tsx').then(({ RecoveryCodes }) => ({
    default: RecoveryCodes,
  })),
)

export type TwoStep = {
  isOn: boolean
  isDemanded: boolean
}

export function TwoStepSection({ twoStep: { isOn, isDemanded } }: { twoStep: TwoStep }) {
  const [open, setOpen] = useState<'set-up' | 'codes' | null>(null)
  const box = useFocusOnClose(open !== null)
  const revalidator = useRevalidator()

  async function showOn() {
    await revalidator.revalidate()
    setOpen(null)
    toast({
      text: 'Two-step verification is on. Your other devices have been signed out.',
      tone: 'success',
    })
  }

  async function showCodes() {
    const isSure = await confirm({
      title: 'Make new recovery codes?',
      text: 'Your current codes will no longer work.',
      yes: 'Make new codes',
      no: 'Keep the old ones',
    })
    if (isSure) setOpen('codes')
  }

  return (
    <div ref={box}>
      <PasswordCheck />
      <PortalSection title="Two-step verification">
        {open === null ? (
          <>
            <p>{isOn ? WHAT_IT_DOES : WHAT_IT_WOULD_DO}</p>
            <p>
              <b>{isOn ? 'It is on.' : 'It is off.'}</b> {isOn && <CodesLeft />}
            </p>
            <Buttons>
              {isOn ? (
                <Button kind="quiet" onClick={showCodes}>
                  Make new recovery codes
                </Button>
              ) : (
                <Button kind="quiet" onClick={() => setOpen('set-up')}>
                  Set up two-step verification
                </Button>
              )}
              {isOn && !isDemanded && <SwitchOff onOff={() => revalidator.revalidate()} />}
            </Buttons>
          </>
        ) : (
          <Suspense fallback={<Spinner>Loading the form</Spinner>}>
            {open === 'set-up' ? (
              <SetUpForm onDone={showOn} onCancel={() => setOpen(null)} />
            ) : (
              <RecoveryCodes onDone={() => setOpen(null)} />
            )}
          </Suspense>
        )}
      </PortalSection>
    </div>
  )
}

/** Fetched after the page is shown, so it renders nothing until then. */
function CodesLeft() {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    import('../two-step/set-up.ts').then(({ codesLeft }) => codesLeft()).then(setLeft, () => null)
  }, [])
  if (left === null) return null
  return left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`
}

const WHAT_IT_DOES =
  'After your password we ask for a code from the authenticator app on your phone. Anyone who learns your password still cannot open your results.'
const WHAT_IT_WOULD_DO =
  'When it is on, we ask for a code from an app on your phone after your password. Anyone who learns your password still cannot open your results.'

function SwitchOff({ onOff }: { onOff: () => Promise<void> }) {
  const [isPending, setPending] = useState(false)

  async function ask() {
    const isSure = await confirm({
      title: 'Turn off two-step verification?',
      text: 'Your password alone will then open your account. Your recovery codes will no longer work.',
      yes: 'Turn it off',
      no: 'Leave it on',
    })
    if (!isSure) return
    setPending(true)
    const { switchOff } = await import('../two-step/set-up.ts')
    const problem = await switchOff()
    if (problem === null) await onOff()
    toast(
      problem
        ? { text: problem, tone: 'error' }
        : { text: 'Two-step verification is off.', tone: 'success' },
    )
    setPending(false)
  }

  return (
    <Button kind="quiet" pending={isPending} onClick={ask}>
      Turn it off
    </Button>
  )
}
