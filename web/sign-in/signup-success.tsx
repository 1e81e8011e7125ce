import { useEffect, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
  useLocation,
  useNavigate,
} from 'react-router'
import styles from '../account/account.module.css'
import { AccountFallback, accountMeta } from '../account/account-page.tsx'
import { readReturnPath, withFrom } from '../account/return-path.ts'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { loadChosenBeside } from './chosen-beside.ts'

const STAYS_MS = 3000

export const meta = () => accountMeta('Signup Successful!')

/** A booking goes on after sign-in only, which the login page then offers. */
export async function clientLoader({ request, context }: ClientLoaderFunctionArgs) {
  const from = readReturnPath(new URL(request.url).searchParams)
  const beside = await loadChosenBeside(context, from)
  return { beside, onward: beside ? withFrom('/login', from) : (from ?? '/') }
}

export function HydrateFallback() {
  return <AccountFallback title="Signup Successful!" />
}

export default function SignupSuccess() {
  const { onward, beside } = useLoaderData<typeof clientLoader>()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [isRead, setRead] = useState(false)

  useEffect(() => {
    if (isRead) return
    const timer = setTimeout(() => navigate(onward, { replace: true, state }), STAYS_MS)
    return () => clearTimeout(timer)
  }, [isRead, navigate, onward, state])

  return (
    <Wrap>
      <div className={styles.page}>
        <h1>Signup Successful!</h1>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause a timer */}
        <div
          className={`${styles.onward} ${styles.notices}`}
          // pointermove also fires when the page changes under the pointer.
          onPointerMove={({ movementX, movementY }) => {
            if (movementX !== 0 || movementY !== 0) setRead(true)
          }}
          onPointerLeave={() => setRead(false)}
          onFocus={() => setRead(true)}
          onBlur={() => setRead(false)}
        >
          <Notice role="status" icon="envelope-simple" title="Please check your email">
            <p>
              We have sent you a confirmation email. Open it and confirm your address, then sign in.
              If you cannot find it, look in your spam folder.
            </p>
            {beside && (
              <p>
                Open it on this device. We are holding {beside.time} for you. If that runs out, you
                can choose another time for this event.
              </p>
            )}
            <p>
              You will go to the next page in 3 seconds.{' '}
              <Link to={onward} state={state} replace>
                Click here
              </Link>{' '}
              if you do not want to wait.
            </p>
          </Notice>
        </div>
        {beside && (
          <div className={styles.onward}>
            <beside.ChosenBeside
              event={beside.event}
              time={beside.time}
              advice="Confirm your address and sign in by then."
            />
          </div>
        )}
      </div>
    </Wrap>
  )
}
