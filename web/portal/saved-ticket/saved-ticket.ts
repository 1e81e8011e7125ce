/** What the phone has of an appointment: no more than the printed slip, and nothing of health. */
export type Ticket = {
  event: string
  when: string
  where: string
  reference: string
  /** The QR code, as a data: address. */
  code: string
  /** In ms: the end of the day. */
  until: number
}

/** `at`: when it was saved, in words. */
export type SavedTickets = { at: string; helpline: string; tickets: Ticket[] }

/** The address in the cache. */
export const SAVED = '/saved-tickets'
