import type { ShownPerson } from '../../../domain/office/day-people.ts'
import type { DayAction } from '../../../domain/office/day-schemas.ts'

/** What a dialog of the door asks. */
export type Task = DayAction['type']

/** What a dialog records about its person. */
export type Recorded = Pick<DayAction, 'type'> &
  Partial<Pick<DayAction, 'tube' | 'slip' | 'reason' | 'note' | 'undoes' | 'samples'>>

/** `named` is the action that an undo is about. */
export type OpenTaskOf = (person: ShownPerson, task: Task, named?: string) => void
