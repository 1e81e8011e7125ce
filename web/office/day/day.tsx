import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './day.module.css'
import { DayBoard } from './day-board.tsx'
import { DayNotices } from './day-notices.tsx'
import { DaySession, type DayState, type DoorSession } from './day-session.ts'
import { lineText } from './day-text.ts'
import { keepOffline } from './keep-offline.ts'
import { CodeToWrite, LoadDay, TypeCode } from './open-day.tsx'
import { PracticeCodes } from './practice-codes.tsx'
import { PracticeIncidents } from './practice-incidents.tsx'
import { PRACTICE, PracticeSession } from './practice-session.ts'
import { useIdleLock } from './use-idle-lock.ts'
import { isWithMember, STEP_PARAM, WalkIn } from './walk-in/walk-in.tsx'

/** The door's screen: apart from the shell, because it must open without a network. */
export function Component() {
  const { id = '' } = useParams()
  return id === PRACTICE ? <PracticeDay /> : <LoadedDay key={id} eventId={Number(id)} />
}

function LoadedDay({ eventId }: { eventId: number }) {
  const session = useMemo(() => new DaySession(eventId), [eventId])
  const state = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => session.start(), [session])
  useIdleLock(session)
  const { phase, day, newCode, line } = state
  const waiting =
    phase === 'open' ? state.waiting.length + state.incidents.length : state.waitingCount
  return (
    <DayScreen
      session={session}
      state={state}
      status={
        phase !== 'starting' && (
          <p className={styles.line} role="status" data-line={line}>
            {lineText(line, waiting)}
          </p>
        )
      }
      leave={
        phase === 'open' && (
          <button type="button" className={styles.lock} onClick={() => session.lock()}>
            Lock
          </button>
        )
      }
    >
      <DayNotices state={state} waiting={waiting} />
      {phase === 'starting' && <Spinner>Looking for the day on this tablet...</Spinner>}
      {phase === 'new' && <LoadDay session={session} line={line} />}
      {phase === 'locked' && <TypeCode session={session} waiting={waiting} />}
      {phase === 'open' && newCode && <CodeToWrite code={newCode} session={session} />}
      {phase === 'open' && !newCode && !day && (
        <LoadDay session={session} line={line} waiting={waiting} />
      )}
    </DayScreen>
  )
}

/** The same screens with made-up people: in the memory of this page alone. */
function PracticeDay() {
  const session = useMemo(() => new PracticeSession(), [])
  const state = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => void keepOffline(), [])
  return (
    <DayScreen
      session={session}
      state={state}
      band={<p className={styles.practice}>Practice: nothing here is real</p>}
      after={
        state.day && (
          <>
            <PracticeIncidents incidents={state.incidents} />
            <PracticeCodes day={state.day} />
          </>
        )
      }
    />
  )
}

type DayScreenProps = {
  session: DoorSession
  state: DayState
  /** Above everything. */
  band?: ReactNode
  status?: ReactNode
  /** Before the way out. */
  leave?: ReactNode
  /** Below the list. */
  after?: ReactNode
  children?: ReactNode
}

function DayScreen({ session, state, band, status, leave, after, children }: DayScreenProps) {
  const { phase, day, newCode, draft } = state
  const [params, setParams] = useSearchParams()
  const [searched, setSearched] = useState('')
  const step = draft && params.get(STEP_PARAM)
  const isOpen = phase === 'open' && !newCode
  useEffect(() => {
    document.title = `${day?.event.name ?? 'The day'} – Office – CHAPS`
  }, [day])
  return (
    <main id="main" tabIndex={-1}>
      {band}
      <header className={`${styles.bar} on-navy`}>
        <div>
          <h1 tabIndex={-1}>{day?.event.name ?? 'The day'}</h1>
          {day && <p>{weekdayAndDate(day.event.date)}</p>}
        </div>
        {status}
        {!isWithMember(step) && (
          <nav aria-label="Day" className={styles.leave}>
            {leave}
            <a href="/office/days">All days</a>
          </nav>
        )}
      </header>
      <div className={styles.main}>
        {children}
        {isOpen && day && !step && (
          <>
            <DayBoard
              key={searched}
              session={session}
              day={day}
              state={state}
              searched={searched}
            />
            {after}
          </>
        )}
        {isOpen && day && draft && step && (
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
      </div>
    </main>
  )
}
