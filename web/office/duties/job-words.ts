import type { JobQueue } from '../../../domain/office/job-shapes.ts'

export const QUEUE_WORDS: Record<string, string> = {
  mail: 'Send mails',
  sms: 'Send SMS',
  sweep: 'Delete what has expired',
  settle: 'Act on reports of the card provider',
  reconcilePayments: 'Compare payments with the card provider',
  advanceWaitingLists: 'Offer free places to the waiting lists',
  sendNotices: 'Send reminders and news of results',
  remindOfTests: 'Remind of the next test',
  chaseLoops: 'Look after what is still to be done for members',
  bulkActions: 'Go on with bulk actions',
  alertNear: 'Tell who asked of new events near a place',
  carryOutErasures: 'Erase what was approved',
  applyRetention: 'Delete what need not be kept',
  findDoubles: 'Compare all members for doubles',
  sealRows: 'Seal the logs',
  checkChains: 'Check the seals of the logs',
}

/** 'every 15 seconds', 'every hour'. */
export function everyWords(seconds: number | null): string {
  if (seconds === null) return 'when something causes it'
  if (seconds < 60) return `every ${seconds} seconds`
  if (seconds < 3_600) return seconds === 60 ? 'every minute' : `every ${seconds / 60} minutes`
  if (seconds < 86_400) return seconds === 3_600 ? 'every hour' : `every ${seconds / 3_600} hours`
  return 'every day'
}

export function queueState({ failed, is_late: isLate, running, waiting }: JobQueue): {
  tone: 'good' | 'none' | 'warn' | 'bad'
  words: string
} {
  if (failed > 0) return { tone: 'bad', words: 'Failed' }
  if (isLate) return { tone: 'warn', words: 'Late' }
  if (running > 0) return { tone: 'none', words: 'Running' }
  return { tone: 'good', words: waiting > 0 ? 'Waits' : 'In order' }
}
