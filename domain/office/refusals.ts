// HTTP status and sentence by reason code of the office. Apart from domain/refusals.ts, which
// public pages load.

const officeRefusals = {
  not_permitted: [403, 'Your role does not include this. An admin can change it.'],
  second_factor_required: [403, 'Please sign in with the code of your authenticator app.'],
  changed_meanwhile: [409, 'Somebody else has changed this meanwhile. Your changes are not saved.'],
  own_roles: [409, 'Nobody can change their own roles. Please ask another admin.'],
  last_admin: [409, 'This is the last admin. Make somebody else an admin first.'],
  staff_exists: [409, 'Somebody with this e-mail address already works here.'],
  accounts_elsewhere: [
    409,
    'Accounts are kept by another service. Make the account there first, with a second factor.',
  ],
  appointment_started: [409, 'This appointment has begun, so it stays as it is.'],
  more_than_left: [409, 'That is more than what is left of this payment.'],
  other_price: [
    409,
    'The other event has another price than what was paid by card. Cancel this one and book again.',
  ],
  not_ready: [422, 'This event cannot be published yet.'],
  event_cancelled: [409, 'This event is cancelled.'],
  event_passed: [409, 'This event is over.'],
  not_published: [409, 'This event is a draft, which nobody can have booked.'],
  same_person: [403, 'A second person must do this. Please ask a colleague.'],
  places_taken: [409, 'Places that are booked, held or offered cannot be taken away or kept back.'],
  lab_exists: [409, 'There is a laboratory of this name already.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type OfficeReason = keyof typeof officeRefusals

export function isOfficeReason(reason: string): reason is OfficeReason {
  return Object.hasOwn(officeRefusals, reason)
}

export function officeRefusal(reason: OfficeReason): readonly [status: number, sentence: string] {
  return officeRefusals[reason]
}
