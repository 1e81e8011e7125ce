import type { ErasureBlocker } from '../../../domain/office/contact-stops.ts'
import type { ErasureRow, OBSTACLES } from '../../../domain/office/erasure-schemas.ts'
import { ERASURE_NOT_SET_UP } from '../../../domain/office/refusals.ts'

type State = ErasureRow['state']

export const ERASURE_WORDS: Record<State, string> = {
  open: 'Open',
  running: 'Being carried out',
  done: 'Carried out',
  refused: 'Refused',
  'taken back': 'Withdrawn',
}

export function erasureTone(state: State): 'good' | 'none' | 'warn' {
  if (state === 'done') return 'good'
  return state === 'open' || state === 'running' ? 'warn' : 'none'
}

export const OBSTACLE_WORDS: Record<(typeof OBSTACLES)[number], string> = {
  appointment: 'The member has an upcoming appointment. Cancel it first, or wait until it is over.',
  money: 'A payment or refund is still in progress. Wait until it is finished.',
  staff: 'This person works for the charity. Remove their roles under Staff first.',
  'not set up': ERASURE_NOT_SET_UP,
}

/** Nothing here says what a result is. */
export const UNDER_WAY_WORDS: Record<ErasureBlocker, string> = {
  'sample at the laboratory': 'A sample is at the laboratory, or on its way there.',
  'result not released': 'A result has not been released.',
  'amber or red not read': 'A released result has not been read.',
  'open correction': 'The laboratory has sent a correction that is being reviewed.',
  'open take-back': 'A question about a sample or a result is still open.',
}
