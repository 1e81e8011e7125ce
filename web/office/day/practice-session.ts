import type { DayUnresolved } from '../../../domain/office/day-unresolved.ts'
import type { TabletIncident } from '../../../domain/office/incidents.ts'
import {
  afterPractice,
  afterReview,
  closePractice,
  practiceDay,
  unresolvedInPractice,
} from '../../../domain/office/practice-day.ts'
import { plainTubeCode } from '../../../domain/office/tube-code.ts'
import { type DayState, type DoorSession, drawnBy, type NewAction } from './day-session.ts'
import type { Draft } from './walk-in/draft.ts'

/** In the address, in place of the number of an event. */
export const PRACTICE = 'practice'

/** A made-up day in the memory of this page: nothing is stored on the tablet, and nothing is sent. */
export class PracticeSession implements DoorSession {
  readonly eventId = 0
  readonly isPractice = true
  #state: DayState & { day: NonNullable<DayState['day']> } = {
    phase: 'open',
    day: practiceDay(new Date()),
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
  #sequence = 0
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = () => this.#state

  now(): Date {
    return new Date()
  }

  async changeDraft(draft: Draft | null): Promise<void> {
    this.#set({ draft })
  }

  async setCollector(collector: string | null): Promise<void> {
    this.#set({ collector })
  }

  async draftKept(): Promise<void> {}

  record(action: NewAction): Promise<void> {
    return this.register([action])
  }

  async register(actions: readonly NewAction[]): Promise<void> {
    for (const one of actions) {
      const action = {
        ...one,
        ...(one.tube && { tube: plainTubeCode(one.tube) ?? one.tube }),
        ...drawnBy(one, this.#state.collector),
        id: one.id ?? crypto.randomUUID(),
        at: one.at ?? this.now().toISOString(),
        device: PRACTICE,
        sequence: ++this.#sequence,
      }
      this.#set({ day: afterPractice(this.#state.day, action) })
      if (one.type === 'walk_in') this.#set({ draft: null })
    }
  }

  async recordIncident(incident: TabletIncident): Promise<void> {
    const sequence = ++this.#sequence
    this.#set({ incidents: [...this.#state.incidents, { type: 'incident', sequence, incident }] })
  }

  async unresolved(): Promise<DayUnresolved> {
    return unresolvedInPractice(this.#state.day, this.now())
  }

  async close(): Promise<void> {
    this.#set({ day: closePractice(this.#state.day, this.now()), collector: null })
  }

  async review(actionId: string): Promise<void> {
    this.#set({ day: afterReview(this.#state.day, actionId, this.now()) })
  }

  #set(
    changes: Partial<Pick<DayState, 'draft' | 'collector' | 'incidents'>> & {
      day?: NonNullable<DayState['day']>
    },
  ): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }
}
