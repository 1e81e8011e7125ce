import { RouterContextProvider } from 'react-router'
import type { Day, DayAction } from '../../../domain/office/day-schemas.ts'
import type { DayUnresolved } from '../../../domain/office/day-unresolved.ts'
import type { TabletIncident } from '../../../domain/office/incidents.ts'
import { plainTubeCode } from '../../../domain/office/tube-code.ts'
import { get, send } from '../../api.ts'
import { reportClientError } from '../../report-error.ts'
import { read } from '../api.ts'
import { keyOf, newDayCode, newSalt } from './day-key.ts'
import { isUnreadable, type Line, lineAfter } from './day-line.ts'
import {
  addWaiting,
  addWaitingIncident,
  countWaiting,
  findDraft,
  findStoredDay,
  listWaiting,
  nextSequence,
  onOtherTab,
  openStoredDay,
  removeWaiting,
  saveDay,
  tellOtherTabs,
  type WaitingIncident,
  wipe,
  wipeOver,
} from './day-store.ts'
import { keepOffline } from './keep-offline.ts'
import type { Draft } from './walk-in/draft.ts'
import { DraftSaver } from './walk-in/draft-saver.ts'

/** What the door's screens need of a day: the one on this tablet, or a made-up one to practise with. */
export type DoorSession = Pick<
  DaySession,
  | 'eventId'
  | 'isPractice'
  | 'state'
  | 'now'
  | 'changeDraft'
  | 'setCollector'
  | 'draftKept'
  | 'record'
  | 'register'
  | 'recordIncident'
  | 'unresolved'
  | 'close'
  | 'review'
>

export type DayState = {
  /** `new` before the day was loaded, `locked` until its code is typed. */
  phase: 'starting' | 'new' | 'locked' | 'open'
  day: Day | null
  waiting: readonly DayAction[]
  /** Written here, and not sent yet. */
  incidents: readonly WaitingIncident[]
  /** Of a day that is locked, whose actions are sealed. */
  waitingCount: number
  line: Line
  /** To write down, until the volunteer says so. */
  newCode: string | null
  problem: Problem | null
  /** The people were removed because this person may no longer open the day. */
  isWithdrawn: boolean
  /** A registration that is being typed on this tablet. */
  draft: Draft | null
  /** Who takes blood at this tablet; null until somebody says it. */
  collector: string | null
}

/** `unreadable`: the site can make nothing of a press, which stays on the tablet. */
export type Problem = 'not kept' | 'no storage' | 'unreadable'

type Opened = { key: CryptoKey; salt: Uint8Array<ArrayBuffer> }
export type NewAction = Pick<DayAction, 'type'> &
  // `at` of what was written on paper; now without it.
  Partial<Omit<DayAction, 'device' | 'sequence' | 'type'>>

const SYNC_MS = 20_000
const BATCH = 100
/** Of a press that is shown and not kept yet. */
const UNNUMBERED = { device: '', sequence: 0 }

/** A sample carries who takes blood here, unless it says itself who took it: from paper, null for nobody. */
export function drawnBy({ type, drawn_by }: NewAction, collector: string | null) {
  if (type !== 'sample') return {}
  const name = drawn_by === undefined ? collector : drawn_by
  return { drawn_by: name || undefined }
}

/** One event's day on this tablet: its people, the actions that wait, and sending them. */
export class DaySession {
  readonly eventId: number
  readonly isPractice: boolean = false
  #state: DayState = {
    phase: 'starting',
    day: null,
    waiting: [],
    incidents: [],
    waitingCount: 0,
    line: 'connected',
    newCode: null,
    problem: null,
    isWithdrawn: false,
    draft: null,
    collector: null,
  }
  readonly #drafts = new DraftSaver()
  #opened: Opened | null = null
  #clockAhead = 0
  #syncing: Promise<void> | null = null
  /** A run that has begun may have read the day before what asks for the next one. */
  #askedAgain = false
  #recording: Promise<void> = Promise.resolve()
  /** Sequence numbers. */
  readonly #unreadable = new Set<number>()
  readonly #listeners = new Set<() => void>()

  constructor(eventId: number) {
    this.eventId = eventId
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = () => this.#state

  /** Looks for the day on this tablet, and sends what waits from time to time. */
  start(): () => void {
    void this.#withStorage(() => this.#find())
    const timer = setInterval(() => void this.#tick(), SYNC_MS)
    const onLine = () => void this.sync()
    const onLost = () => this.#set({ line: 'no network' })
    addEventListener('online', onLine)
    addEventListener('offline', onLost)
    const stopListening = onOtherTab(() => void this.#forget())
    return () => {
      clearInterval(timer)
      removeEventListener('online', onLine)
      removeEventListener('offline', onLost)
      stopListening()
    }
  }

  /** Loads the day with a new code. What waits under another code stays, and so does that code. */
  async load(): Promise<void> {
    if (this.#opened) return this.sync()
    await this.#withStorage(async () => {
      if ((await countWaiting(this.eventId)) > 0) return this.#find()
      const day = await this.#ask()
      if (!day) return
      const newCode = newDayCode()
      const salt = newSalt()
      const opened = { key: await keyOf(newCode, salt), salt }
      await saveDay(opened, { ...day, collector: null }, Date.now())
      // The old code's key is gone, and with it what was typed.
      await this.#drafts.save({ key: opened.key, eventId: this.eventId, draft: null })
      tellOtherTabs()
      this.#opened = opened
      const fresh = {
        waiting: [],
        incidents: [],
        waitingCount: 0,
        problem: null,
        isWithdrawn: false,
        draft: null,
      }
      this.#set({ ...fresh, collector: null, phase: 'open', day, newCode })
      await keepOffline()
    })
  }

  /** False for a wrong code. */
  async unlock(code: string): Promise<boolean> {
    await wipeOver(Date.now())
    const stored = await findStoredDay(this.eventId)
    if (!stored) {
      this.#set({ phase: 'new' })
      return false
    }
    const key = await keyOf(code, stored.salt)
    const found = await openStoredDay(stored, key)
    if (!found) return false
    this.#opened = { key, salt: stored.salt }
    const queue = await listWaiting(key, this.eventId)
    const incidents = queue.filter((one) => one.type === 'incident')
    const waiting = queue.filter((one) => one.type !== 'incident')
    await this.draftKept()
    const draft = await findDraft(key, this.eventId)
    const { day, collector } = found
    this.#set({
      phase: 'open',
      day,
      collector,
      waiting,
      incidents,
      waitingCount: queue.length,
      draft,
    })
    await this.sync()
    return true
  }

  /** By the server's clock, as far as it is known. */
  now(): Date {
    return new Date(Date.now() - this.#clockAhead)
  }

  codeIsWritten(): void {
    this.#set({ newCode: null })
  }

  /** The screen forgets the people until the code is typed again. */
  lock(): void {
    if (this.#state.phase !== 'open') return
    const { waiting, incidents } = this.#state
    const waitingCount = waiting.length + incidents.length
    this.#opened = null
    const gone = { day: null, waiting: [], incidents: [], newCode: null, draft: null }
    this.#set({ phase: 'locked', waitingCount, ...gone })
  }

  /** Who takes blood at this tablet from now on, until somebody else does or the day is closed. */
  async setCollector(collector: string | null): Promise<void> {
    this.#set({ collector })
    const { day } = this.#state
    const opened = this.#opened
    if (opened && day)
      await this.#withStorage(() => saveDay(opened, { ...day, collector }, Date.now()))
  }

  /** Keeps what is typed of a registration; null when it ends. */
  async changeDraft(draft: Draft | null): Promise<void> {
    const opened = this.#opened
    if (!opened) return
    this.#set({ draft })
    try {
      await this.#drafts.save({ key: opened.key, eventId: this.eventId, draft })
    } catch (error) {
      reportClientError('A registration was not kept on the tablet', error)
      this.#set({ problem: 'not kept' })
    }
  }

  /** Resolves when what was typed of a registration is on the tablet, or `problem` says that it is not. */
  async draftKept(): Promise<void> {
    await Promise.allSettled([this.#drafts.settled()])
  }

  /** Shown at once, kept on the tablet, and sent when there is a network. */
  record(action: NewAction): Promise<void> {
    return this.register([action])
  }

  /** Several that belong together: all of them are kept, or none. */
  register(actions: readonly NewAction[]): Promise<void> {
    const recorded = this.#recording.then(() => this.#record(actions))
    this.#recording = recorded.catch((error: unknown) => {
      reportClientError('An action was not kept on the tablet', error)
      this.#set({ problem: 'not kept' })
    })
    return this.#recording
  }

  /** Kept on the tablet, and sent after the presses, which may be the registration of its person. */
  recordIncident(incident: TabletIncident): Promise<void> {
    const recorded = this.#recording.then(async () => {
      const opened = this.#opened
      if (!opened) throw new Error('the day is locked')
      const row = await addWaitingIncident(opened.key, this.eventId, incident)
      this.#set({ incidents: [...this.#state.incidents, row], problem: null })
      void this.sync()
    })
    this.#recording = recorded.catch((error: unknown) => {
      reportClientError('An incident was not kept on the tablet', error)
      this.#set({ problem: 'not kept' })
    })
    return this.#recording
  }

  /** Sends what waits in order, then reads the day: all of what was there when it was called. */
  sync(): Promise<void> {
    this.#askedAgain = true
    this.#syncing ??= this.#withStorage(() => this.#syncUntilDone()).finally(() => {
      this.#syncing = null
    })
    return this.#syncing
  }

  /** One at a time. */
  async #syncUntilDone(): Promise<void> {
    while (this.#askedAgain) {
      this.#askedAgain = false
      await this.#sync()
    }
  }

  /** What a person should look at before the day is closed. Throws as `review`. */
  async unresolved(): Promise<DayUnresolved> {
    await this.sync()
    return read('GET /api/office/days/:id/unresolved', { params: { id: this.eventId } })
  }

  /** With the number that would be recorded as not having come, as it was shown. */
  async close(expected: number): Promise<void> {
    await this.sync()
    await send('POST /api/office/days/:id/close', {
      params: { id: this.eventId },
      body: { expected },
    })
    await this.sync()
  }

  /** Notes that a problem is dealt with. Throws ApiError, or another error without a network. */
  async review(actionId: string): Promise<void> {
    const params = { id: this.eventId, action: actionId }
    await send('POST /api/office/days/:id/problems/:action/review', { params })
    await this.sync()
  }

  async #tick(): Promise<void> {
    await this.#withStorage(async () => {
      await wipeOver(Date.now())
      const stored = await findStoredDay(this.eventId)
      if (this.#state.day !== null && !stored?.people) await this.#forget()
    })
    await this.sync()
  }

  async #find(): Promise<void> {
    await wipeOver(Date.now())
    const stored = await findStoredDay(this.eventId)
    const waitingCount = await countWaiting(this.eventId)
    this.#set({ phase: stored ? 'locked' : 'new', waitingCount })
  }

  /** For work that needs the tablet's storage, which a private window refuses and a full disk. */
  async #withStorage(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      reportClientError('The storage of the tablet failed', error)
      const { phase } = this.#state
      this.#set({ problem: 'no storage', phase: phase === 'starting' ? 'new' : phase })
    }
  }

  async #record(given: readonly NewAction[]): Promise<void> {
    const opened = this.#opened
    if (!opened) throw new Error('the day is locked')
    const actions = given.map((one) => ({
      ...one,
      ...(one.tube && { tube: plainTubeCode(one.tube) ?? one.tube }),
      ...drawnBy(one, this.#state.collector),
      ...UNNUMBERED,
      id: one.id ?? crypto.randomUUID(),
      at: one.at ?? this.now().toISOString(),
    }))
    this.#set({ waiting: [...this.#state.waiting, ...actions], problem: null })
    const ids = new Set(actions.map(({ id }) => id))
    try {
      await this.#drafts.settled()
      const numbered = new Map<string, DayAction>()
      for (const action of actions)
        numbered.set(action.id, { ...action, ...(await nextSequence()) })
      await addWaiting(opened.key, this.eventId, [...numbered.values()])
      this.#set({ waiting: this.#state.waiting.map((action) => numbered.get(action.id) ?? action) })
    } catch (error) {
      this.#set({ waiting: this.#state.waiting.filter(({ id }) => !ids.has(id)) })
      throw error
    }
    if (actions.some(({ type }) => type === 'walk_in')) this.#set({ draft: null })
    void this.sync()
  }

  async #sync(): Promise<void> {
    const opened = this.#opened
    if (!opened) return
    let isFresh = false
    let size = BATCH
    for (;;) {
      const readable = this.#state.waiting.filter(
        ({ sequence }) => sequence !== UNNUMBERED.sequence && !this.#unreadable.has(sequence),
      )
      const actions = readable.slice(0, size)
      if (actions.length === 0) break
      const answer = await this.#reach(() => this.#send(actions))
      if (answer === null || this.#opened !== opened) return
      if (answer === 'unreadable' && actions.length === 1) this.#setAside(actions)
      // One of them is to blame: they are sent one by one.
      if (answer === 'unreadable') size = 1
      else if (!(await this.#refresh(opened, actions))) return
      else isFresh = true
    }
    await this.#sendIncidents(opened)
    if (!isFresh) await this.#refresh(opened, [])
  }

  /** One by one. One that was sent before, without its answer, is recorded once. */
  async #sendIncidents(opened: Opened): Promise<void> {
    for (const { sequence, incident } of this.#state.incidents) {
      if (this.#unreadable.has(sequence)) continue
      const params = { id: this.eventId }
      const answer = await this.#reach(() =>
        this.#orUnreadable(() =>
          send('POST /api/office/days/:id/incidents', {
            params,
            body: incident,
            idempotencyKey: incident.id,
          }),
        ),
      )
      if (answer === null || this.#opened !== opened) return
      if (answer === 'unreadable') {
        this.#setAside([{ sequence }])
        continue
      }
      await removeWaiting(this.eventId, [sequence])
      if (this.#opened !== opened) return
      this.#set({ incidents: this.#state.incidents.filter((one) => one.sequence !== sequence) })
    }
  }

  #send(actions: DayAction[]): Promise<'sent' | 'unreadable'> {
    const params = { id: this.eventId }
    return this.#orUnreadable(() =>
      send('POST /api/office/days/:id/actions', { params, body: { actions } }),
    )
  }

  async #orUnreadable(call: () => Promise<unknown>): Promise<'sent' | 'unreadable'> {
    try {
      await call()
      return 'sent'
    } catch (error) {
      if (isUnreadable(error)) return 'unreadable'
      throw error
    }
  }

  /** The press waits for an office that can read it, and the others are sent. */
  #setAside(actions: readonly Pick<DayAction, 'sequence'>[]): void {
    for (const { sequence } of actions) this.#unreadable.add(sequence)
    this.#set({ problem: 'unreadable' })
  }

  /**
   * Reads the day, which now has what was sent. Without it these presses still wait: they are sent
   * again, so that no screen goes back to what was before them.
   */
  async #refresh(opened: Opened, sent: readonly DayAction[]): Promise<boolean> {
    const day = await this.#ask()
    if (!day || this.#opened !== opened) return false
    const collector = day.closed_at === null ? this.#state.collector : null
    await saveDay(opened, { ...day, collector }, Date.now())
    const numbers = new Set(sent.map(({ sequence }) => sequence))
    await removeWaiting(this.eventId, [...numbers])
    if (this.#opened !== opened) return false
    const waiting = this.#state.waiting.filter(({ sequence }) => !numbers.has(sequence))
    this.#set({ waiting, day, collector, isWithdrawn: false })
    return true
  }

  async #ask(): Promise<Day | null> {
    const day = await this.#reach(() =>
      get(new RouterContextProvider(), 'GET /api/office/days/:id', {
        params: { id: this.eventId },
      }),
    )
    if (day) this.#clockAhead = Date.now() - Date.parse(day.server_time)
    return day
  }

  /** Null when the site could not be reached or refused; the line then says which. */
  async #reach<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await call()
      this.#set({ line: 'connected' })
      return answer
    } catch (error) {
      const line = lineAfter(error)
      this.#set({ line })
      if (line === 'not permitted') await this.#withdraw()
      return null
    }
  }

  /** Access was taken away: the people go, what waits stays for somebody who may send it. */
  async #withdraw(): Promise<void> {
    await wipe(this.eventId)
    await this.#forget()
    this.#set({ isWithdrawn: true })
  }

  async #forget(): Promise<void> {
    this.#opened = null
    const waitingCount = await countWaiting(this.eventId)
    const phase = (await findStoredDay(this.eventId)) ? 'locked' : 'new'
    const gone = { day: null, waiting: [], incidents: [], newCode: null, draft: null }
    this.#set({ phase, waitingCount, ...gone })
  }

  #set(changes: Partial<DayState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }
}
