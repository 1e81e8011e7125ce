import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { readAppointmentCode } from '../../../domain/appointment-code.ts'
import {
  afterActions,
  type DayTab,
  isInTab,
  isSamePerson,
  namedBy,
  type ShownPerson,
} from '../../../domain/office/day-people.ts'
import type { Day } from '../../../domain/office/day-schemas.ts'
import { findLate, inListOrder } from '../../../domain/office/day-times.ts'
import { findAtDoor, findNearly } from '../../../domain/office/find-at-door.ts'
import { hasSlips as hasSlipsAt, tubeRuleOf } from '../../../domain/office/tube-patterns.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { Button, ButtonLink, Buttons, TextButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { closeDay } from './close-day.ts'
import { Collector } from './collector.tsx'
import styles from './day.module.css'
import { DayFigures } from './day-figures.tsx'
import { DayProblems } from './day-problems.tsx'
import type { DayState, DoorSession } from './day-session.ts'
import { DayTabs, type View } from './day-tabs.tsx'
import type { OpenTaskOf, Recorded, Task } from './day-tasks.ts'
import { TAB_WORDS } from './day-text.ts'
import { IncidentDialog } from './incident-dialog.tsx'
import { type Done, doneAfter, LastDone } from './last-done.tsx'
import { PaperEntry } from './paper-entry.tsx'
import { PeopleList } from './people-list.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { PrintedDay } from './printed-day.tsx'
import { CameraButton } from './scan/camera-button.tsx'
import { ScanText } from './scan/scan-text.tsx'
import { SoundsButton } from './scan/sounds-button.tsx'
import { useScans } from './scan/use-scans.ts'
import { TakeMoney } from './take-money.tsx'
import { useNow } from './use-now.ts'
import { useSlips } from './use-slips.ts'
import { RegisterButton } from './walk-in/register-button.tsx'

type Open = { person: ShownPerson; task: Task; named: string | null }

export function DayBoard({
  session,
  day,
  state,
  searched,
}: {
  session: DoorSession
  day: Day
  state: DayState
  /** Whom to show first, or ''. */
  searched: string
}) {
  const [view, setView] = useState<View>('expected')
  const [search, setSearch] = useState(searched)
  const [open, setOpen] = useState<Open | null>(null)
  const people = useMemo(
    () => inListOrder(afterActions(day, state.waiting), day.event),
    [day, state.waiting],
  )
  const now = useNow(session, people)
  // On paper only: a press does not wait for it.
  const printed = { people: useDeferredValue(people), now: useDeferredValue(now) }
  const late = useMemo(() => findLate(people, day.event, now), [people, day.event, now])
  const matches = useMemo(() => findAtDoor(people, search), [people, search])
  const openTask: OpenTaskOf = useCallback(
    (person, task, named) => setOpen({ person, task, named: named ?? null }),
    [],
  )
  const [incident, setIncident] = useState<'open' | 'recorded' | null>(null)
  const hasBegun = ukDate(now) >= day.event.date
  const [done, setDone] = useState<Done | null>(null)
  // What is searched for may be in another tab.
  const isSearch = search.trim() !== ''
  const listed = isSearch ? foundIn(people, { found: matches, search }) : listedIn(view, people)

  const rule = useMemo(() => tubeRuleOf(day.event), [day.event])
  const hasSlips = hasSlipsAt(day.event)
  const slips = useSlips({ hasSlips, open, people, rule, onRecord: record })
  const scans = useScans({
    people,
    cancelled: day.cancelled_references ?? [],
    rule,
    hasSlips,
    open: open?.task === 'taking' ? null : open,
    isPaused: view === 'paper',
    onOpen: openTask,
    onSample: slips.takeTube,
    onSlip: slips.takeSlip,
    onShow: setSearch,
  })

  async function record(action: Recorded) {
    if (!open) return
    const id = crypto.randomUUID()
    const next = action.type === 'arrive' && hasSlips
    setOpen(next ? { person: open.person, task: 'slip', named: null } : null)
    slips.forget()
    setSearch('')
    setDone(doneAfter(id, open.person, action))
    setIncident(null)
    if (action.type === 'sample') scans.hold()
    await session.record({ ...action, id, ...namedBy(open.person) })
  }
  function close() {
    setOpen(null)
    slips.forget()
    scans.forget()
  }
  function undoDone({ id, person }: Done) {
    setDone(null)
    openTask(people.find((one) => isSamePerson(one, person)) ?? person, 'undo', id)
  }
  function openOnly() {
    if (readAppointmentCode(search) !== null) return scans.take(search)
    const [only, ...others] = matches
    if (only && others.length === 0) openTask(only, nextTask(only))
  }
  if (view === 'paper')
    return (
      <PaperEntry
        session={session}
        event={day.event}
        people={people}
        onEnd={() => setView('expected')}
      />
    )
  return (
    <>
      {day.closed_at && (
        <Notice tone="info">
          <p>This day is closed. The office will see anything you record from now on.</p>
        </Notice>
      )}
      {!open && <ScanText text={scans.words} />}
      {!day.closed_at && (
        <Collector
          name={state.collector}
          staff={day.staff ?? []}
          onName={session.setCollector.bind(session)}
        />
      )}
      <div role="status">
        {incident === 'recorded' && !state.problem && (
          <Notice icon="check-circle">
            <p>
              {session.isPractice
                ? 'You have recorded an incident. In practice, nobody gets it.'
                : 'The incident has been recorded. A clinician will look at it.'}
            </p>
          </Notice>
        )}
      </div>
      <LastDone done={done} onUndo={undoDone} />
      <search className={styles.search}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            openOnly()
          }}
        >
          <label htmlFor="person">Name, date of birth or booking code</label>
          <SearchField
            id="person"
            type="search"
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              scans.forget()
            }}
          />
        </form>
      </search>
      <Buttons>
        <CameraButton onCode={scans.take} />
        <RegisterButton session={session} draft={state.draft} />
      </Buttons>
      <DayTabs
        people={people}
        problems={day.problems}
        view={isSearch ? null : view}
        onView={(one) => {
          setView(one)
          setSearch('')
        }}
      />
      {!isSearch && view === 'look' && (
        <DayProblems
          problems={day.problems}
          people={people}
          isLead={day.is_lead}
          session={session}
          onFind={(person) => setSearch(person.reference)}
          onTask={openTask}
        />
      )}
      {!isSearch && view === 'figures' && (
        <DayFigures people={people} now={now} line={state.line} readAt={day.server_time} />
      )}
      <div role="status">
        {isSearch && listed?.label === NEARLY && (
          <p>Nobody has exactly this name. Do you mean one of these? Ask for the date of birth.</p>
        )}
      </div>
      {listed && <PeopleList {...listed} late={late} hasSlips={hasSlips} onTask={openTask} />}
      <Buttons>
        <SoundsButton />
        <TextButton icon="printer" onClick={() => print()}>
          Print the list
        </TextButton>
        {!session.isPractice && <DayLinks day={day} />}
        {hasBegun && (
          <TextButton onClick={() => setIncident('open')}>Record an incident</TextButton>
        )}
        <TextButton onClick={() => setView('paper')}>Enter a paper list</TextButton>
        {!day.closed_at && (
          <Button kind="quiet" onClick={() => closeDay(session)}>
            Close the day
          </Button>
        )}
      </Buttons>
      {incident === 'open' && (
        <IncidentDialog
          event={day.event}
          people={people}
          now={now}
          onSave={async (one) => {
            setIncident('recorded')
            await session.recordIncident(one)
          }}
          onClose={() => setIncident(null)}
        />
      )}
      <PrintedDay event={day.event} {...printed} />
      {open?.task === 'taking' && (
        <TakeMoney
          person={open.person}
          onTaken={async (venuePayment) => {
            setOpen(null)
            await session.record({ ...venuePayment, ...namedBy(open.person) })
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open && open.task !== 'taking' && (
        <PersonDialog
          {...open}
          hasSlips={hasSlips}
          pair={slips.scanned}
          people={people}
          isLead={day.is_lead}
          rule={rule}
          onTask={(task) => setOpen({ ...open, task })}
          scanned={scans.words}
          onScan={scans.take}
          onRecord={record}
          onClose={close}
        />
      )}
    </>
  )
}

/** Screens of the office about the day, which need a connection. */
function DayLinks({ day }: { day: Day }) {
  const { id } = day.event
  return (
    <>
      <ButtonLink kind="quiet" to={`/days/${id}/labels`} reloadDocument>
        Labels and forms
      </ButtonLink>
      <ButtonLink kind="quiet" to={`/days/${id}/incidents`} reloadDocument>
        Incidents
      </ButtonLink>
      {day.is_lead && (
        <>
          <ButtonLink kind="quiet" to={`/days/${id}/late`} reloadDocument>
            Running late
          </ButtonLink>
          <ButtonLink kind="quiet" to={`/days/${id}/cash`} reloadDocument>
            Count the cash
          </ButtonLink>
        </>
      )}
    </>
  )
}

const NEARLY = 'Found with nearly this name'

/** Who is found, or else who is called nearly so. */
function foundIn(
  people: readonly ShownPerson[],
  { found, search }: { found: ShownPerson[]; search: string },
) {
  const near = found.length > 0 ? [] : findNearly(people, search)
  const label = near.length > 0 ? NEARLY : 'Found'
  return {
    people: near.length > 0 ? near : found,
    label,
    empty: 'Nobody on today’s list matches.',
  }
}

/** Null for a view without a list. */
function listedIn(view: View, people: readonly ShownPerson[]) {
  if (view === 'look' || view === 'figures' || view === 'paper') return null
  const own = people.filter((person) => isInTab(person, view))
  return { people: own, label: TAB_WORDS[view], empty: EMPTY_WORDS[view] }
}

const EMPTY_WORDS: Record<DayTab, string> = {
  expected: 'Nobody else is expected.',
  arrived: 'Nobody is waiting for a sample.',
  done: 'Nobody is done yet.',
  all: 'Nobody is booked.',
}

function nextTask({ state }: ShownPerson): Task {
  if (state === 'expected' || state === 'did_not_attend') return 'arrive'
  return state === 'arrived' ? 'sample' : 'undo'
}
