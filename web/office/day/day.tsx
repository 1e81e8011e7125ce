import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './day.module.css'
import { DayBoard } from './day-board.tsx'
import { DayNotices } from './day-notices.tsx'
import { DaySession } from './day-session.ts'
import { lineText } from './day-text.ts'
import { CodeToWrite, LoadDay, TypeCode } from './open-day.tsx'
import { useIdleLock } from './use-idle-lock.ts'
import { isWithMember, STEP_PARAM, WalkIn } from './walk-in/walk-in.tsx'

/** The door's screen: apart from the shell, because it must open without a network. */
export function Component() {
  const { id = '' } = useParams()
  const session = useMemo(() => new DaySession(Number(id)), [id])
  const state = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => session.start(), [session])
  useIdleLock(session)
  const { phase, day, newCode, line, draft } = state
  const waiting = phase === 'open' ? state.waiting.length : state.waitingCount
  const [params, setParams] = useSearchParams()
  const [searched, setSearched] = useState('')
  const step = draft && params.get(STEP_PARAM)
  useEffect(() => {
    document.title = `${day?.event.name ?? 'The day'} – Office – CHAPS`
  }, [day])
  return (
    <main id="main" tabIndex={-1}>
      <header className={`${styles.bar} on-navy`}>
        <div>
          <h1 tabIndex={-1}>{day?.event.name ?? 'The day'}</h1>
          {day && <p>{weekdayAndDate(day.event.date)}</p>}
        </div>
        {phase !== 'starting' && (
          <p className={styles.line} role="status" data-line={line}>
            {lineText(line, waiting)}
          </p>
        )}
        {!isWithMember(step) && (
          <nav aria-label="Day" className={styles.leave}>
            {phase === 'open' && (
              <button type="button" className={styles.lock} onClick={() => session.lock()}>
                Lock
              </button>
            )}
            <a href="/office/days">All days</a>
          </nav>
        )}
      </header>
      <div className={styles.main}>
        <DayNotices state={state} waiting={waiting} />
        {phase === 'starting' && <Spinner>Looking for the day on this tablet...</Spinner>}
        {phase === 'new' && <LoadDay session={session} line={line} />}
        {phase === 'locked' && <TypeCode session={session} waiting={waiting} />}
        {phase === 'open' && newCode && <CodeToWrite code={newCode} session={session} />}
        {phase === 'open' && !newCode && day && !step && (
          <DayBoard key={searched} session={session} day={day} state={state} searched={searched} />
        )}
        {phase === 'open' && !newCode && day && draft && step && (
          <WalkIn
            session={session}
            day={day}
            draft={draft}
            waiting={state.waiting}
            onList={(name) => {
              setSearched(name)
              setParams({})
              document.getElementById('main')?.focus()
            }}
          />
        )}
        {phase === 'open' && !newCode && !day && (
          <LoadDay session={session} line={line} waiting={waiting} />
        )}
      </div>
    </main>
  )
}
