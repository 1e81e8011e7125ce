/** Sentences of the site speak to the member; these speak to the clerk. */
const SENTENCES: Record<string, string> = {
  duplicate: 'The member has already booked this event.',
  existing_booking:
    'The member already has an appointment. Move it, or cancel it before you book another.',
  booking_closed: 'This time has passed, or the event has been cancelled.',
  nhs_number_required:
    'This event needs a confirmed NHS number. The member confirms it in the portal. If they have no account, enter it under ‘Change contact details’.',
  consent_required:
    'The member has not given valid consent for this event. Take their consent by phone or on paper.',
  erasure_asked:
    'The member has asked us to erase their data, so nothing can be booked. They can withdraw the request in the portal, or an admin can close it under Erasure.',
  payment_under_way:
    'The member’s card payment is in progress. Wait until it has been booked or has ended.',
  slot_taken: 'This time has just been taken. Choose another.',
  not_booked: 'This appointment is no longer booked.',
  nothing_to_pay: 'There is nothing left to pay for this appointment.',
  not_permitted: 'Only the treasurer can refund more than the policy allows.',
}

/** The sentence of a refusal for the clerk; null where the one of the refusal itself is for them. */
export function sentenceForClerk(code: string): string | null {
  return SENTENCES[code] ?? null
}
