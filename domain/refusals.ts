// HTTP status and sentence by reason code (rules §7.4).

const refusals = {
  sign_in_required: [401, 'Unauthorized'],
  not_same_origin: [
    403,
    'This request did not come from our website. Please open the page again and try once more.',
  ],
  invalid_request: [400, 'Please check what you entered and try again.'],
  not_found: [404, 'Not found'],
  too_many_requests: [429, 'Too many requests. Please wait a little and try again.'],
  duplicate: [409, 'You have already booked this event. Please amend your booking if required.'],
  existing_booking: [
    409,
    'You have an upcoming appointment. Please cancel the upcoming appointment in your portal first before making new booking.',
  ],
  booking_closed: [403, 'Booking for this event has closed.'],
  access_code_required: [403, 'This is a private event. Please enter its access code first.'],
  wrong_access_code: [403, 'Invalid Access code'],
  new_device: [403, 'We do not know this device. Please show us by a code that it is you.'],
  wrong_device_code: [403, 'The code is not right, or its time is over.'],
  wrong_number_code: [
    403,
    'This code is not right, or it has expired. Check the digits, or ask for a new code.',
  ],
  number_confirmed: [409, 'You have already confirmed this number.'],
  no_mobile_of_yours: [
    409,
    'We can only send text messages to UK mobile numbers. Please change your phone number first.',
  ],
  no_texts_here: [409, 'We cannot send text messages at the moment.'],
  nhs_number_required: [403, 'Please confirm your NHS number first.'],
  consent_required: [403, 'Please complete the consent form first.'],
  consent_words_changed: [409, 'The wording of the consent form has changed.'],
  payment_required: [402, 'You pay for this event at checkout.'],
  price_changed: [409, 'The price has changed. Please load this page again.'],
  nothing_to_pay: [409, 'There is nothing to pay for this booking.'],
  payment_under_way: [
    409,
    'We are still waiting to hear about your last payment. Please wait a moment before you try again.',
  ],
  payment_over: [409, 'This payment can no longer be used. Please start again.'],
  invitation_used: [409, 'Somebody has already used this link.'],
  invitation_opened: [
    409,
    'Somebody opened this link on a different device a few minutes ago. Please go on there, or try again in half an hour.',
  ],
  invitation_over: [410, 'We are no longer holding this place.'],
  payment_refused: [
    422,
    'Sorry, your transaction could not be processed. Please try again later or with a different payment card.',
  ],
  not_from_provider: [401, 'This notification was not signed by our payment provider.'],
  payments_away: [
    503,
    'We cannot reach our card payment provider at the moment. Please try again in a few minutes.',
  ],
  slot_taken: [409, 'Sorry, that time has just been taken. Please choose another.'],
  too_many_holds: [
    409,
    'Too many times are being held from your network, so we cannot hold this one. You can still book it while it is free.',
  ],
  held_before: [
    409,
    'We have already held this time for you once. You can still book it while it is free.',
  ],
  places_left: [409, 'There are places left, so you can book now.'],
  hold_yielded: [
    409,
    'The last free times went to members who were signed in, so yours is no longer kept. Please choose another.',
  ],
  hold_over: [
    409,
    'We held your time for 15 minutes, and it has now been released. Please choose again.',
  ],
  too_late_to_cancel: [
    409,
    'Appointments cannot be cancelled within 48 hours of the scheduled time. Please contact support for assistance',
  ],
  moved_too_often: [
    429,
    'This appointment was moved five times in a day, so its time stays for now. Please call us if it has to change.',
  ],
  too_late_to_move: [
    409,
    'Appointments cannot be rescheduled within 48 hours of the scheduled time. Please contact support for assistance',
  ],
  already_arrived: [409, 'You have already arrived for this appointment, so it stays as it is.'],
  not_booked: [409, 'This appointment is no longer booked.'],
  // Kept short: public pages load these.
  erasure_after_appointment: [409, 'Please cancel it first.'],
  erasure_after_payment: [409, 'Please wait.'],
  erasure_asked: [409, 'You asked us to erase your data.'],
  age_out_of_range: [400, 'You must be between 40 and 80 years old to register.'],
  name_and_email_required: [400, 'Please provide both name and email.'],
  email_address_invalid: [400, 'Enter an email address, for example name@example.org.'],
  busy: [503, 'We are very busy. Please try again in a moment.'],
  unexpected: [500, 'An unexpected error occurred. Please try again later.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type Reason = keyof typeof refusals

export function refusalStatus(reason: Reason): number {
  return refusals[reason][0]
}

export function refusalSentence(reason: Reason): string {
  return refusals[reason][1]
}

export function isReason(code: unknown): code is Reason {
  return typeof code === 'string' && Object.hasOwn(refusals, code)
}
