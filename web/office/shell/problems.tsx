import { type ReactNode, useState } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import { CHARITY_NAME } from '../../../content/charity.ts'
import { ApiError } from '../../api.ts'
import { charity, telephoneLink } from '../../charity.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { isNoConnection } from '../parts/no-connection.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { leaveOffice } from '../session.ts'
import { Mark } from './mark.tsx'
import styles from './shell.module.css'

/** In place of the whole office: it did not open for this account. */
export function StartProblem() {
  const error = useRouteError()
  const isRefused = statusOf(error) === 403
  return (
    <>
      <header className={`${styles.bar} on-navy`}>
        <Mark />
      </header>
      <main id="main" className={styles.alone} tabIndex={-1}>
        {isRefused ? (
          <OfficePage title="Not for this account">
            <p className="measure">
              This account cannot use the {CHARITY_NAME} office. If you need to use it, ask an admin
              to add you.
            </p>
            <div className={styles.choices}>
              <Button onClick={() => leaveOffice()}>Sign in with another account</Button>
              <a href="/">Go to the website</a>
            </div>
          </OfficePage>
        ) : isNoConnection(error) ? (
          <NoConnection />
        ) : (
          <SomethingWrong />
        )}
      </main>
    </>
  )
}

/** In place of one screen. */
export function ScreenProblem() {
  const error = useRouteError()
  const status = statusOf(error)
  if (status === 403) return <NotPermitted />
  if (isNoConnection(error)) return <NoConnection />
  return status === 404 ? <NoSuchScreen /> : <SomethingWrong />
}

function NotPermitted() {
  return (
    <Message title="Not permitted">
      Your roles do not include this. An admin can change them. The attempt has been recorded.
    </Message>
  )
}

export function NoSuchScreen() {
  return <Message title="Not found">There is no page at this address.</Message>
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <OfficePage title={title}>
      <p className="measure">{children}</p>
      <p className={styles.choices}>
        <Link to="/">Back to Today</Link>
      </p>
    </OfficePage>
  )
}

/** The page is loaded again only when there is an answer, because it is kept nowhere. */
function NoConnection() {
  const { key } = useLocation()
  const [isPending, setPending] = useState(false)
  const [isTried, setTried] = useState(false)

  // A script that a browser could not load it does not ask for again on the same page.
  async function tryAgain() {
    setPending(true)
    const answers = await fetch('/healthz').then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) return window.location.reload()
    setPending(false)
    setTried(true)
  }

  return (
    <OfficePage title="No connection" key={key}>
      <p className="measure">
        You are not connected, so we could not open this screen. Nothing has been sent or changed,
        and nothing you saved is lost. Try again when you have a connection.
      </p>
      <p role="status">{isTried && !isPending ? 'There is still no connection.' : ''}</p>
      <div className={styles.choices}>
        <Buttons>
          <Button onClick={tryAgain} pending={isPending}>
            Try again
          </Button>
        </Buttons>
      </div>
    </OfficePage>
  )
}

function SomethingWrong() {
  const { key } = useLocation()
  return (
    <OfficePage title="Something went wrong" key={key}>
      <p className="measure">
        The office could not be loaded. Please try again. If this keeps happening, call{' '}
        <a href={telephoneLink('general_enquiries')}>{charity.general_enquiries}</a>.
      </p>
      <div className={styles.choices}>
        <Buttons>
          <Button onClick={() => location.reload()}>Try again</Button>
        </Buttons>
      </div>
    </OfficePage>
  )
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) || error instanceof ApiError ? error.status : 500
}
