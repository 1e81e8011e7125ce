// HTTP status and sentence by reason code of the office. Apart from domain/refusals.ts, which
// public pages load.

export const ERASURE_NOT_SET_UP =
  'The database has no role for erasure yet. The person who runs the server finds the steps in docs/operations.md.'

const officeRefusals = {
  not_permitted: [403, 'Your role does not include this. An admin can change it.'],
  second_factor_required: [403, 'Please sign in with the code of your authenticator app.'],
  changed_meanwhile: [409, 'Somebody else has changed this meanwhile. Your changes are not saved.'],
  nothing_to_strike: [409, 'There is nothing to strike out any more.'],
  strike_ended: [409, 'This request has already been approved or withdrawn.'],
  own_roles: [409, 'Nobody can change their own roles. Please ask another admin.'],
  last_admin: [409, 'This is the last admin. Make somebody else an admin first.'],
  staff_exists: [409, 'Somebody with this e-mail address already works here.'],
  accounts_elsewhere: [
    409,
    'Accounts are kept by another service. Make the account there first, with a second factor.',
  ],
  erasure_under_way: [
    409,
    'Something is still under way for this member: look at the list. It has to end first, or a clinician has to sign for it.',
  ],
  has_died: [409, 'This member has died. If that is a mistake, a second person revokes it first.'],
  stop_stands: [409, 'This is recorded already.'],
  stop_revoked: [409, 'This has been revoked already.'],
  record_out_of_use: [409, 'This record is out of use. Take it back into use first.'],
  has_appointment: [409, 'There is a coming appointment. Cancel it first.'],
  possible_doubles: [409, 'This person may be a member already. Please compare.'],
  member_arrived: [
    409,
    'The member has already arrived for this appointment, so it stays as it is. Only its payment can still change.',
  ],
  appointment_started: [409, 'This appointment has begun, so it stays as it is.'],
  loop_closed: [409, 'This has been closed meanwhile.'],
  steps_left: [
    409,
    'The telephone and the letter come first. This can be closed so when both were tried.',
  ],
  sheet_not_ready: [409, 'Something of this day is still open, so it cannot be signed yet.'],
  more_than_left: [409, 'That is more than what is left of this payment.'],
  report_unreadable: [
    422,
    'This file cannot be read as a report of the provider, so nothing was stored.',
  ],
  payment_disputed: [
    409,
    'This payment is disputed at the provider: a refund now could pay the money back twice. Answer the dispute there first.',
  ],
  refund_waits: [409, 'A refund of this payment waits for a second person already.'],
  other_price: [
    409,
    'The other event has another price than what was paid. Please confirm what is then to pay or goes back.',
  ],
  no_email: [409, 'This member has no e-mail address.'],
  no_mobile: [
    409,
    'This member has no UK mobile number. Please correct the telephone number first.',
  ],
  mobile_not_confirmed: [
    409,
    'The member has not confirmed this number yet, so no text message can go to it. Ask for the number in a call and confirm it in the profile.',
  ],
  no_sms: [409, 'This site cannot send SMS. The person who runs the server can change that.'],
  other_sum: [409, 'That is not the sum that is to pay for this appointment.'],
  no_taking: [409, 'This was not taken at the venue.'],
  taking_undone: [409, 'This was undone before.'],
  refund_decided: [
    409,
    'A refund of this money is made or decided. End that one under Payments instead.',
  ],
  not_ready: [422, 'This event cannot be published yet.'],
  event_cancelled: [409, 'This event is cancelled.'],
  not_private: [409, 'This event is not private, so it has no access code.'],
  event_passed: [409, 'This event is over.'],
  not_published: [409, 'This event is a draft, which nobody can have booked.'],
  same_person: [403, 'A second person must do this. Please ask a colleague.'],
  places_taken: [409, 'Places that are booked, held or offered cannot be taken away or kept back.'],
  not_cancelled: [409, 'This is not cancelled.'],
  cancellation_running: [
    409,
    'The cancellation has not reached every member yet. Look at its page, and try the failed ones again.',
  ],
  cancellation_waits: [
    409,
    'A cancellation of this event waits for a second person. Stop it first, or have it confirmed.',
  ],
  not_stoppable: [409, 'This has begun or is over, so it can no longer be stopped.'],
  nobody_there: [409, 'There is nobody whom this would reach.'],
  event_begun: [409, 'This event has begun, so its time stays as it is.'],
  too_few_places: [409, 'The new times have fewer places than there are appointments.'],
  preview_outdated: [
    409,
    'Somebody has booked, cancelled or paid meanwhile, so this would do something else than was shown. Look at it again.',
  ],
  year_not_over: [409, 'The figures of a year can be published once it is over.'],
  too_few_events: [
    409,
    'Fewer than three events of this year have results, so their hosts could work out small numbers. These figures cannot be published.',
  ],
  one_host: [
    409,
    'Nearly all results of this year are from the events of one host, who could work out those of the others. These figures cannot be published.',
  ],
  lead_needed: [403, 'Only the person who leads the day may do this.'],
  no_samples: [409, 'No sample of this day is recorded yet.'],
  labels_used: [409, 'Every one of these labels is on a tube already. Print new numbers instead.'],
  claim_decided: [409, 'This claim has been decided in the meantime.'],
  claim_waits: [
    409,
    'An account already claims this record. A clinician has to decide about the claim first.',
  ],
  claim_handler: [
    403,
    'You asked for, printed or posted the letter to this member, or changed their contact details. A different clinician has to decide.',
  ],
  claim_too_early: [
    409,
    'The contact on record still has time to answer. The claim can be released from the date shown.',
  ],
  contact_not_told: [409, 'Print the letter to the address on record first, and post it.'],
  claimed_record_changed: [
    409,
    'The record can no longer be claimed: it has an account, was merged or archived, or the member has died. Refuse the claim.',
  ],
  own_record: [403, 'This is your own record. Somebody else has to do this.'],
  band_needed: [409, 'Choose a band first.'],
  no_band_here: [409, 'A result without a number has no band.'],
  not_ready_for_release: [409, 'This result is not ready: it is being reviewed, or was released.'],
  result_held: [
    409,
    'This result is held. Load the page again: it says on top why, and what can be done.',
  ],
  no_choice_here: [409, 'This choice is not open for this result.'],
  one_band_only: [409, 'Results of one band are released together, and each red one by itself.'],
  take_back_pending: [409, 'A colleague has already asked to take this back.'],
  no_take_back: [409, 'Nobody asks to take this back, or somebody has dealt with it meanwhile.'],
  not_released: [409, 'This result is not released, or was replaced meanwhile.'],
  late_in_the_week: [
    409,
    'Amber and red are not told between Thursday noon and Monday: say why this one cannot wait.',
  ],
  no_letters: [409, 'No letter with an address waits for this.'],
  letter_outdated: [
    409,
    'The result of this letter was replaced, or may not be sent any more. A newer result has a letter of its own.',
  ],
  letter_printed: [
    409,
    'This letter was printed already. If its address is wrong, print it again: the new copy can go to another address.',
  ],
  not_printed: [409, 'Print the letters of this batch first, and count them.'],
  letters_miscounted: [
    409,
    'This is not the number of letters in the batch. Count the envelopes again, with the cover list.',
  ],
  letters_stopped: [
    409,
    'A letter of this batch may not be posted now. Load the page again: it names the letters to take out of the pile.',
  ],
  letter_held: [
    409,
    'This letter is held: something about the result or the member has to be settled first.',
  ],
  batch_posted: [
    409,
    'This batch was posted. To print a letter again, make a new batch with a reason.',
  ],
  not_posted: [409, 'This letter has not been posted.'],
  not_to_collect: [409, 'This letter is not kept at the office.'],
  capacity_doubted: [
    409,
    'Somebody doubted that the member understands the test. A clinician has to decide first.',
  ],
  no_column_map: [409, 'Say first how the files of this laboratory are read.'],
  not_in_review: [409, 'This is not open any more: somebody has dealt with it meanwhile.'],
  row_is_settled: [409, 'This row is settled already.'],
  not_their_sample: [
    409,
    'This is not the sample of that appointment: neither the tube, nor NHS number and birth date are the same.',
  ],
  day_not_begun: [409, 'This day has not begun yet.'],
  not_open: [409, 'This request is not open any more.'],
  already_asked: [409, 'There is an open request of this member already. Look under Erasure.'],
  erasure_of_staff: [409, 'This person works for the charity. Take their roles away first.'],
  erasure_not_set_up: [503, ERASURE_NOT_SET_UP],
  other_number: [409, 'This is not the number of the member.'],
  lab_exists: [409, 'There is a laboratory of this name already.'],
  already_merged: [409, 'One of these records has been merged already.'],
  parted_already: [409, 'These records have been parted already.'],
  record_erased: [409, 'This is an erased record.'],
  merge_not_recorded: [
    409,
    'This merge is from before November 2026. What it changed is in the history of the record only, so it has to be put right by hand.',
  ],
  part_later_first: [409, 'The record was merged into another one since. Part that merge first.'],
  different_nhs_numbers: [
    409,
    'The two records have different NHS numbers, so they are of two people. Nothing is merged.',
  ],
  looks_like_two_people: [
    409,
    'The records differ in date of birth or in both names, so they may be of two people. If one of them is wrong, ask the office to correct it first, and then merge.',
  ],
  two_upcoming: [
    409,
    'Both records have an upcoming appointment. Cancel one of them first: a member has one at a time.',
  ],
  payment_not_settled: [409, 'A card payment is still under way. Try again in a few minutes.'],
  erasure_stands: [409, 'One of these members has asked to be erased. Deal with that first.'],
  withdrawn_appointment: [
    409,
    'The consent to the upcoming appointment was withdrawn. Merge after the appointment.',
  ],
  account_of_staff: [
    409,
    'The account that would be closed is of somebody who works here. Keep that account instead.',
  ],
  has_account: [409, 'This member has an account already.'],
  no_postal_address: [
    409,
    'A letter needs an address with a postcode. Please add it to the contact data first.',
  ],
  own_letter_request: [
    409,
    'You asked for this letter, so somebody else prints it: who asks never sees its code.',
  ],
  letter_request_over: [
    409,
    'This letter is cancelled or in the post already. Ask the office to ask for a new one.',
  ],
  erasure_asked_for: [409, 'This member has asked to be erased. Deal with that first.'],
  letter_ended: [409, 'The code of this letter does not work any more. Make a new letter.'],
  account_undecided: [
    409,
    'Both records have an account. Choose which of them stays; the other is closed.',
  ],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type OfficeReason = keyof typeof officeRefusals

export function isOfficeReason(reason: string): reason is OfficeReason {
  return Object.hasOwn(officeRefusals, reason)
}

export function officeRefusal(reason: OfficeReason): readonly [status: number, sentence: string] {
  return officeRefusals[reason]
}
