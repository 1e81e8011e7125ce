import {
  type ClientLoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router'
import type { CharityEvent } from '../../domain/contract.ts'
import { needsPayment } from '../../domain/events.ts'
import styles from '../account/account.module.css'
import { AccountFallback, accountMeta } from '../account/account-page.tsx'
import { LETTER_PAGE, readReturnPath, withFrom } from '../account/return-path.ts'
import type { Account } from '../account/sign-up.ts'
import { SignUpForm } from '../account/sign-up-form.tsx'
import { ApiError } from '../api.ts'
import { currentSession } from '../auth-client.ts'
import { stepsTo } from '../booking/booking-path.ts'
import { Helpline } from '../events/helpline.tsx'
import { secondStepOf } from '../second-step.ts'
import { profile } from '../session.ts'
import { isSignedIn } from '../signed-in.ts'
import { Split, Wrap } from '../ui/layout.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { loadChosenBeside } from './chosen-beside.ts'

export const meta = () => accountMeta('Create an account')

/** An account without a profile finishes sign-up here (`?finish=1`). */
export async function clientLoader({ request, context }: ClientLoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url)
  const from = readReturnPath(searchParams)
  const beside = await loadChosenBeside(context, from)
  const session = isSignedIn() ? await currentSession() : null
  if (session) {
    if (secondStepOf(session)) return redirect(withFrom('/login', from))
    if (await hasProfile()) return redirect(from ?? '/')
    const { id: userId, email = '' } = session.user
    return { from, beside, account: { userId, email, hasSession: true } satisfies Account }
  }
  if (searchParams.has('finish')) {
    return redirect(`/login?from=${encodeURIComponent(pathname + search)}`)
  }
  return { from, beside, account: null }
}

/** The steps of the form need nothing new. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isOtherStep = currentUrl.searchParams.get('step') !== nextUrl.searchParams.get('step')
  return currentUrl.pathname === nextUrl.pathname && isOtherStep ? false : defaultShouldRevalidate
}

export function HydrateFallback() {
  return (
    <div data-booking="">
      <AccountFallback title="Create an account" />
    </div>
  )
}

export default function Signup() {
  const { from, account, beside } = useLoaderData<typeof clientLoader>()
  return (
    <Wrap>
      {beside && <BookingSteps event={beside.event} />}
      <div className={styles.page} data-booking="">
        <Split ratio="wide">
          <div className={styles.form}>
            {beside && (
              <div className={styles.held}>
                <beside.HeldUntil event={beside.event} time={beside.time} advice={ADVICE} />
              </div>
            )}
            <SignUpForm from={from} account={account} />
          </div>
          <aside className={styles.beside}>
            {beside && (
              <div>
                <beside.ChosenBeside event={beside.event} time={beside.time} isHoldShown={false} />
              </div>
            )}
            {from !== LETTER_PAGE && <WhyWeAsk />}
            <section>
              <h2>Prefer to talk?</h2>
              <p>
                We can set up the account with you.
                <br />
                <b>
                  <Helpline />
                </b>
              </p>
            </section>
            {account && (
              <section>
                <h2>What you have told us so far</h2>
                <p>
                  <a href="/api/my-data" download>
                    Download what we hold about you
                  </a>
                  . To have it erased, please call us.
                </p>
              </section>
            )}
          </aside>
        </Split>
      </div>
    </Wrap>
  )
}

const ADVICE = 'Create your account by then, and it stays yours.'

/** The step of the account in the booking that it is for. */
function BookingSteps({ event }: { event: CharityEvent }) {
  const asksNhsNumber = event.requires_nhs_number
  const steps = stepsTo({ asksNhsNumber, isPaid: needsPayment(event), isSignedOut: true })
  return <Stepper steps={steps} current={1} />
}

function WhyWeAsk() {
  return (
    <section>
      <h2>Why we ask for all this</h2>
      <p>
        The laboratory uses your name, date of birth and NHS number to match your blood to you. If
        one is wrong, your result may not reach you.
      </p>
      <p>
        Only you and our clinicians can see your results, unless you ask us to share them with your
        GP.
      </p>
    </section>
  )
}

async function hasProfile(): Promise<boolean> {
  try {
    await profile()
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}
