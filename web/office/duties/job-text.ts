import type { JobQueue } from '../../../domain/office/job-schemas.ts'
import { momentInWords, ukDate, ukTime } from '../../../domain/uk-time.ts'

export const QUEUE_WORDS: Record<string, string> = {
  mail: 'Send emails',
  sms: 'Send text messages',
  sweep: 'Delete expired records',
  settle: 'Process PayPal notifications',
  reconcilePayments: 'Compare payments with PayPal',
  advanceWaitingLists: 'Offer free places to people on waiting lists',
  sendNotices: 'Send reminders and tell members about results',
  remindOfTests: 'Remind members about their next test',
  chaseLoops: 'Check open tasks',
  bulkActions: 'Run bulk actions',
  alertNear: 'Send alerts about new events nearby',
  newsletters: 'Send newsletters',
  carryOutErasures: 'Carry out approved erasures',
  applyRetention: 'Delete records past their retention period',
  findDoubles: 'Check all members for duplicate records',
  sealRows: 'Seal the logs',
  checkChains: 'Check the logs for tampering',
}

/** 'every 15 seconds', 'every hour'. */
export function everyText(seconds: number | null): string {
  if (seconds === null) return 'when needed'
  if (seconds < 60) return `every ${seconds} seconds`
  if (seconds < 3_600) return seconds === 60 ? 'every minute' : `every ${seconds / 60} minutes`
  if (seconds < 86_400) return seconds === 3_600 ? 'every hour' : `every ${seconds / 3_600} hours`
  return 'every day'
}

/** 'Today at 10:20', or the whole date. */
export function lastDoneText(at: string | null, now: Date): string {
  if (at === null) return 'Not in the last 24 hours'
  const done = new Date(at)
  return ukDate(done) === ukDate(now) ? `Today at ${ukTime(done)}` : momentInWords(done)
}

/** What to say before the list: whether anything needs a person. */
export function jobsInWords(queues: readonly JobQueue[]): string {
  const failed = queues.filter((one) => one.failed > 0).length
  const late = queues.filter((one) => one.failed === 0 && one.is_late).length
  if (failed + late === 0) return 'All jobs are running as they should.'
  const parts = [failed > 0 && `${failed} failed`, late > 0 && `${late} late`].filter(Boolean)
  return `Look at these first: ${parts.join(', ')}.`
}

/** Failed ones first, then late ones, the others as they come. */
export function worstFirst(queues: readonly JobQueue[]): JobQueue[] {
  const rank = ({ failed, is_late: isLate }: JobQueue) => (failed > 0 ? 0 : isLate ? 1 : 2)
  return queues.toSorted((one, other) => rank(one) - rank(other))
}

export function queueState({ failed, is_late: isLate, running, waiting }: JobQueue): {
  tone: 'good' | 'none' | 'warn' | 'bad'
  words: string
} {
  if (failed > 0) return { tone: 'bad', words: 'Failed' }
  if (isLate) return { tone: 'warn', words: 'Late' }
  if (running > 0) return { tone: 'none', words: 'Running' }
  return { tone: 'good', words: waiting > 0 ? 'Waiting' : 'OK' }
}
