// Numbers by which acts are judged and that staff change within bounds (domain/office/limit-settings.ts).

export type Limits = {
  /** Up to so many refunds and pence in 24 hours, or in one cancellation, one person decides alone. */
  one_person_refunds: number
  one_person_pence: number
  /** Up to so many members, one person acts at once. */
  one_person_members: number
  /** How long an action for more members than that can be stopped first, in minutes. */
  stop_minutes: number
  /** How long a free place is offered to the first on the waiting list. */
  offer_hours: number
  /** How many days before an appointment its first reminder leaves; more than the last one's, two or three. */
  reminder_days: number
}

/** What one person does alone, and from what on others may stop it or must agree. */
export type TwoPeople = Pick<
  Limits,
  'one_person_refunds' | 'one_person_pence' | 'one_person_members' | 'stop_minutes'
>
