import { type FormEvent, useState } from 'react'
import { Button, ButtonLink, Buttons } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './day.module.css'
import type { Line } from './day-line.ts'
import { signInAddress } from './day-notices.tsx'
import type { DaySession } from './day-session.ts'
import { pressesWait } from './day-text.ts'

/** Before the day was loaded on this tablet. */
export function LoadDay({
  session,
  line,
  waiting = 0,
}: {
  session: DaySession
  line: Line
  waiting?: number
}) {
  const [isLoading, setLoading] = useState(false)
  async function load() {
    setLoading(true)
    await session.load()
    setLoading(false)
  }
  return (
    <section className={styles.start} aria-labelledby="load">
      <h2 id="load">Load the day on this tablet</h2>
      <p>
        It then works without a connection until the day is over. Names, dates of birth, times and
        support needs are stored here, encrypted. So are walk-ins’ health answers, until they are
        sent.
      </p>
      {waiting > 0 && (
        <p>{pressesWait(waiting)} on this tablet. They will be sent when you load the day.</p>
      )}
      {line === 'no network' && (
        <Notice tone="warn" role="alert">
          <p>There is no connection. Load the day where you have one.</p>
        </Notice>
      )}
      {line === 'not permitted' && (
        <Notice tone="warn" role="alert">
          <p>
            You cannot open this day yet. A day opens 24 hours before it starts, for the people the
            office has assigned to it.
          </p>
        </Notice>
      )}
      {line === 'signed out' ? (
        <ButtonLink to={signInAddress()} reloadDocument>
          Sign in
        </ButtonLink>
      ) : (
        <Button pending={isLoading} onClick={load}>
          Load the day
        </Button>
      )}
    </section>
  )
}

/** The key of what is kept on the tablet. */
export function CodeToWrite({ code, session }: { code: string; session: DaySession }) {
  return (
    <section className={styles.start} aria-labelledby="code">
      <h2 id="code">Write this code down</h2>
      <p className={styles.code}>{code}</p>
      <p>
        The tablet asks for the code after 15 minutes without use, and after being switched off.
        Without a connection, nobody can give you another code. Do not keep the paper with the
        tablet.
      </p>
      <Button onClick={() => session.codeIsWritten()}>I have written it down</Button>
    </section>
  )
}

/** The day is on the tablet, locked. */
export function TypeCode({ session, waiting }: { session: DaySession; waiting: number }) {
  const [error, setError] = useState<string>()
  const [isOpening, setOpening] = useState(false)
  async function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('day-code') ?? '')
    setOpening(true)
    setError(undefined)
    const isOpen = await session.unlock(code)
    if (isOpen) return
    setOpening(false)
    setError('This is not the code you were shown when you loaded the day.')
  }
  return (
    <section className={styles.start} aria-labelledby="locked">
      <h2 id="locked">This day is locked</h2>
      {waiting > 0 && <p>{pressesWait(waiting)} to be sent, safe on this tablet.</p>}
      <form onSubmit={open} noValidate>
        <TextField
          name="day-code"
          label="Day code"
          hint="The 8 letters and digits you wrote down"
          width={10}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={error}
          isAnnounced
        />
        <Buttons>
          <Button type="submit" pending={isOpening}>
            Open the day
          </Button>
          {waiting === 0 && (
            <Button kind="quiet" onClick={() => session.load()}>
              Load it again with a new code
            </Button>
          )}
        </Buttons>
      </form>
    </section>
  )
}
