import type { MessageQueue } from './sealed-mail.ts'

/** A message about to leave; `to` is an e-mail address or a number in E.164. */
export type Leaving = { queue: MessageQueue; id: string; to: string; about: string | undefined }

/** The kind of a text message with a code for the number that it goes to (server/messages/sms/number-code.ts). */
export const NUMBER_CODE = 'number-code'

/** The kind of the mails by which the office learns that a member asked to be erased, or no longer does. */
export const ERASURE_TO_OFFICE = 'erasure-office'

/**
 * The kind of the office's own words to a member, before the member's number and, of a message to a group,
 * that of its item.
 */
export const OFFICE_MESSAGE = 'office-message'

export function aboutOfficeMessage(memberId: number, itemId?: number): string {
  const about = `${OFFICE_MESSAGE} ${memberId}`
  return itemId === undefined ? about : `${about} ${itemId}`
}

export function isOfficeMessage(about: string): boolean {
  return about.split(' ')[0] === OFFICE_MESSAGE
}

export function isNumberCode(about: string | undefined): boolean {
  return about?.split(' ')[0] === NUMBER_CODE
}

/** 'later': the job was postponed. */
export type Verdict = Send | { verdict: 'drop' } | { verdict: 'later' }

type Send = {
  verdict: 'send'
  /** Takes back the count of a message that could not be sent. */
  uncount: () => Promise<void>
  /** What is done when the message is refused for good: somebody calls the member, as for one above the limits. */
  callInstead: () => Promise<void>
}

/** What every message passes before it is sent (message-gate.ts). */
export type Gate = (leaving: Leaving) => Promise<Verdict>

/** The day's messages are used up: the job fails for good, and the office sees it under Mails. */
export class HeldBack extends Error {
  override name = 'HeldBack'
}

const nothing = async () => undefined

export const openGate: Gate = async () => ({
  verdict: 'send',
  uncount: nothing,
  callInstead: nothing,
})
