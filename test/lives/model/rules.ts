// The rules that a life of the model runs by: the product's own pure functions. A twin replaces one.
import { whyNotChange } from '../../../domain/arrived.ts'
import { moneyOf } from '../../../domain/money-of.ts'
import { attendanceOf, judgeAction, standingSamples } from '../../../domain/office/attendance.ts'
import { taskAfterDeath } from '../../../domain/office/contact-stops.ts'
import { judgeNumber, replacedReport } from '../../../domain/office/known-reports.ts'
import { recordOf } from '../../../domain/office/record-of.ts'
import { holdsOf, mayChoose, mayRelease, mayReview } from '../../../domain/office/result-holds.ts'
import { matchRow, mayDecide } from '../../../domain/office/result-matching.ts'
import {
  isBlindReader,
  lacksSecond,
  stateAfterReview,
  stateAfterSecond,
  whyNotReview,
} from '../../../domain/office/result-review.ts'
import { whyNotConfirmTakeBack } from '../../../domain/office/taking-back.ts'
import { mayTell } from '../../../domain/reach.ts'
import { repaymentsOf } from '../../../domain/repayments.ts'
import {
  isLetterHeld,
  isNamingStanding,
  isToldOfTakeBack,
  isWithheld,
  mayErase,
  needsTask,
} from './queries.ts'

export const RULES = {
  attendanceOf,
  standingSamples,
  judgeAction,
  whyNotChange,
  matchRow,
  mayDecide,
  judgeNumber,
  replacedReport,
  holdsOf,
  mayReview,
  mayRelease,
  mayChoose,
  whyNotReview,
  stateAfterReview,
  stateAfterSecond,
  isBlindReader,
  lacksSecond,
  whyNotConfirmTakeBack,
  mayTell,
  taskAfterDeath,
  moneyOf,
  repaymentsOf,
  isLetterHeld,
  isWithheld,
  needsTask,
  recordOf,
  isNamingStanding,
  mayErase,
  isToldOfTakeBack,
}
export type Rules = typeof RULES
