/** As it is stored. */
export const DIFFERENT_PEOPLE = 'doubles are two people'

/** Audit actions that are stored under older words, and the words that the office reads for them. */
export const SHOWN_ACTIONS: Readonly<Record<string, string>> = {
  'member taken out of use': 'member archived',
  'member taken back into use': 'member restored',
  'erasure asked for': 'erasure requested',
  'erasure taken back': 'erasure request withdrawn',
  [DIFFERENT_PEOPLE]: 'different people',
  'member rung about a result': 'member called about a result',
  'rung without an answer': 'called, no answer',
  'rung, left a message': 'called, left a message',
  'GP appointment taken back': 'GP appointment removed',
  'access denied': 'access refused',
  'doubles to be compared again': 'possible duplicates to be compared again',
  'result row waits again': 'row of a laboratory’s file is waiting again',
  'result taken back': 'result withdrawn before release',
  'taking back a released result asked for': 'withdrawal of a released result requested',
  'request to take a result back dropped': 'request to withdraw a result withdrawn',
  'released result taken back': 'released result withdrawn',
  'cancellation asked for': 'cancellation requested',
  'change of time asked for': 'change of time requested',
  'refund asked for': 'refund requested',
  'claim letter asked for': 'claim letter requested',
  'merge of records asked for': 'merge of records requested',
  'refunded at the provider': 'refunded in PayPal',
  'reversed by the provider': 'reversed by PayPal',
  'records parted': 'records separated',
  'death revoked': 'record of a death removed',
  'stop of contact revoked': 'contact allowed again',
  'near alert left': 'alert about events nearby ended',
  'near alert confirmed': 'alert about events nearby confirmed',
  'place begun for somebody': 'place held for somebody else',
  'record claim waits from anew': 'record claim waiting again',
  'mail sent again': 'email sent again',
  'text of a mail changed': 'wording of an email changed',
  'laboratory form made': 'laboratory form created',
  'doubt about capacity at the venue': 'doubt at the venue if a member understands the test',
}

/** Why a record was opened, in the words that the office reads; `reason` as the access log stores it. */
export function shownReason(reason: string | null): string {
  return reason === 'request of the man' ? 'the member’s request' : (reason ?? '')
}
