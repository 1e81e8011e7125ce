// HTTP status and sentence by reason code of the office. Apart from domain/refusals.ts, which
// public pages load.

export const ERASURE_NOT_SET_UP =
  'Erasure is not set up on this server. Ask the person who runs the server: the steps are in docs/operations.md.'

const officeRefusals = {
  not_permitted: [403, 'Your role does not include this. An admin can change it.'],
  second_factor_required: [403, 'Please sign in with the code from your authenticator app.'],
  changed_meanwhile: [
    409,
    'Somebody else changed this while you were working on it. Your changes have not been saved.',
  ],
  newsletter_not_draft: [
    409,
    'This newsletter has been sent, so its words stay as they are. Write a new one.',
  ],
  newsletter_untested: [
    409,
    'Send yourself a test first, and read it. The words have changed since the last test.',
  ],
  nobody_subscribed: [409, 'Nobody has subscribed who would get this newsletter.'],
  newsletter_not_sending: [409, 'This newsletter is not being sent.'],
  newsletter_not_stopped: [409, 'This newsletter has not been stopped.'],
  names_unreadable: [
    400,
    'We could not find a column called ‘Name’. Put the headings Name, Email and Mobile in the first row.',
  ],
  no_names: [400, 'There are no names below the headings.'],
  too_many_names: [400, 'A list can have 200 names. Send the rest as a second list.'],
  invitation_booked: [409, 'They have booked this place. Cancel their appointment instead.'],
  invitation_signed_in: [
    409,
    'They have signed in to book this place. Ask them to go on in their account.',
  ],
  invitation_ended: [409, 'This place is no longer held. Invite them again.'],
  nobody_to_send_to: [
    409,
    'There is no email address or mobile number that we may write to. Print a card instead.',
  ],
  no_labels: [409, 'Nobody in this list has a postal address that we may write to.'],
  too_many_labels: [409, 'Labels are for 2,100 people at most. Narrow the list first.'],
  nothing_to_strike: [409, 'There is nothing to strike out any more.'],
  strike_ended: [409, 'This request has already been approved or withdrawn.'],
  own_factor: [
    409,
    'Another admin must ask for this: nobody removes their own second factor here.',
  ],
  no_factor: [409, 'This person has no second factor. They set one up when they next sign in.'],
  removal_waits: [409, 'Somebody has already asked for this. It is carried out a day later.'],
  no_removal: [409, 'There is no request to stop any more.'],
  absence_days: [
    400,
    'The last day must be today or later, not before the first day, and within a year of it.',
  ],
  own_cover: [400, 'Nobody covers for themselves. Choose a colleague.'],
  absence_overlaps: [409, 'They are already entered as away on some of these days.'],
  cover_is_away: [409, 'The colleague is away on some of these days. Choose another.'],
  absence_over: [409, 'This absence has already ended.'],
  own_roles: [409, 'Nobody can change their own roles. Please ask another admin.'],
  last_admin: [409, 'This is the last admin. Make somebody else an admin first.'],
  staff_exists: [409, 'There is already a staff account with this email address.'],
  accounts_elsewhere: [
    409,
    'Sign-in accounts are managed by another service. Create the account there first, with a second factor.',
  ],
  erasure_under_way: [
    409,
    'Something is still in progress for this member: see the list. It must end first, or a clinician must sign for it.',
  ],
  has_died: [409, 'This member has died. If that is a mistake, a second person revokes it first.'],
  stop_stands: [409, 'This has already been recorded.'],
  stop_revoked: [409, 'This has already been revoked.'],
  held_message: [409, 'This message is held as spam. Press ‘Not spam’ before you answer it.'],
  no_complaint: [409, 'This message is not a complaint about personal data.'],
  complaint_answered: [409, 'The outcome of this complaint has already been told.'],
  note_struck: [409, 'This note has already been struck out.'],
  record_out_of_use: [409, 'This record is archived. Restore it first.'],
  has_appointment: [409, 'This member has an upcoming appointment. Cancel it first.'],
  possible_doubles: [409, 'This person may already be a member. Please compare the records.'],
  member_arrived: [
    409,
    'The member has already arrived for this appointment, so it stays as it is. Only its payment can still change.',
  ],
  appointment_started: [409, 'This appointment has started, so it cannot be changed.'],
  loop_closed: [409, 'Somebody has already closed this.'],
  being_called: [409, 'Somebody else is calling this member now.'],
  steps_left: [
    409,
    'Try a call and a letter first. You can close the task for this reason once you have tried both.',
  ],
  sheet_not_ready: [409, 'A task from this day is still open, so you cannot sign the day off yet.'],
  more_than_left: [409, 'That is more than the amount left to refund on this payment.'],
  report_unreadable: [422, 'We cannot read this file as a PayPal report. Nothing has been saved.'],
  payment_disputed: [
    409,
    'This payment is in dispute at PayPal, so a refund now could send the money twice. Answer the dispute there first.',
  ],
  refund_waits: [409, 'A refund of this payment is already waiting for a second person.'],
  other_price: [
    409,
    'The other event has a different price. Please confirm the amount to pay or refund.',
  ],
  no_account: [
    409,
    'This member has no online account, so nobody has confirmed the email address. We do not send links or messages to it.',
  ],
  nothing_to_send: [
    409,
    'There is nothing to send: the appointment is not coming up any more, or the member wants no messages.',
  ],
  wants_no_messages: [
    409,
    'We cannot write to this member: they do not want any messages, or the record is archived.',
  ],
  invitation_used: [
    409,
    'This person has already used the invitation. They can press ‘Forgot password?’ when they sign in.',
  ],
  no_email: [409, 'This member has no email address.'],
  too_many_links: [
    429,
    'Three payment links have been sent to this address or number today. The newest one works: ask the member to look for it. You can send another one tomorrow.',
  ],
  no_mobile: [409, 'This member has no UK mobile number. Correct the phone number first.'],
  mobile_not_confirmed: [
    409,
    'The member has not confirmed this number yet, so no text message can go to it. Ask for the number in a call and confirm it in the profile.',
  ],
  no_sms: [409, 'Text messages are not set up on this site. Ask the person who runs the server.'],
  other_sum: [409, 'That amount is not what is owed for this appointment.'],
  no_taking: [409, 'This was not taken at the venue.'],
  taking_undone: [409, 'This has already been undone.'],
  deposit_exists: [
    409,
    'This event already has an invoice for a deposit. Cancel that one with a credit note first.',
  ],
  invoice_cancelled: [409, 'This invoice has already been cancelled.'],
  more_than_owed: [409, 'That is more than is still to pay. Enter the amount, or a part of it.'],
  repaid_since: [
    409,
    'Money has been refunded for this invoice since. Undo the entry of that refund first.',
  ],
  same_name: [409, 'Another saved text already has this name. Choose a different name.'],
  too_many_banners: [409, 'There are 12 banners already. End one that nobody needs first.'],
  banner_over: [409, 'This banner has already ended.'],
  too_many_texts: [409, 'There are already 100 saved texts. Remove one that nobody needs first.'],
  no_receipt: [
    409,
    'There is no receipt: nothing has been taken, or the entry of this payment was undone.',
  ],
  refund_decided: [
    409,
    'This money has already been refunded, or somebody has decided about it. See Payments.',
  ],
  not_ready: [422, 'This event cannot be published yet.'],
  event_cancelled: [409, 'This event is cancelled.'],
  not_private: [409, 'This event is not private, so it has no access code.'],
  already_waiting: [409, 'This member is already on the waiting list for this event.'],
  not_waiting: [
    409,
    'This member is no longer waiting: they left the list, booked, or have been offered a place.',
  ],
  wait_over: [409, 'This member is no longer on the waiting list for this event.'],
  already_offered: [
    409,
    'This member has already been offered a place. They can have only one offer at a time.',
  ],
  no_free_place: [
    409,
    'No place is free at the moment. Move the member to position 1, and we will offer them the next place that becomes free.',
  ],
  booking_paused: [
    409,
    'The office has closed booking for this event, so its waiting list stays as it is. Open booking again first.',
  ],
  consent_withdrawn: [
    409,
    'The member has withdrawn consent for this event. Cancel the appointment before you ask for any money.',
  ],
  wants_no_invitations: [
    409,
    'This member does not want to be invited to events, so we cannot offer them a place. Change the contact preference first.',
  ],
  event_passed: [409, 'This event is over.'],
  not_published: [409, 'This event is a draft, so nobody can have booked it.'],
  doubts: [409, 'Please check these first. If they are right, go on.'],
  not_a_draft: [409, 'This event is published. Only a draft can be deleted.'],
  event_used: [
    409,
    'Somebody has already used this event, so it stays. Close booking instead, or cancel the event.',
  ],
  same_person: [403, 'A second person must approve this. Please ask a colleague.'],
  places_taken: [409, 'Places that are booked, held or offered cannot be taken away or kept back.'],
  not_cancelled: [409, 'This appointment is not cancelled.'],
  cancellation_running: [
    409,
    'The cancellation has not reached every member. Open its page and retry the ones that failed.',
  ],
  cancellation_waits: [
    409,
    'A cancellation of this event is waiting for a second person. Stop it first, or ask a second person to approve it.',
  ],
  not_stoppable: [409, 'This has started or finished, so it can no longer be stopped.'],
  nobody_there: [409, 'Nobody would get this message.'],
  event_begun: [409, 'This event has started, so its time cannot be changed.'],
  too_few_places: [409, 'There are more appointments than places at the new times.'],
  preview_outdated: [
    409,
    'Somebody has booked, cancelled or paid since you opened this page. Check the new figures before you go on.',
  ],
  year_not_over: [409, 'You can publish a year’s figures once the year is over.'],
  too_few_events: [
    409,
    'Fewer than three events in that year have results, so a host could work out the hidden small numbers. You cannot publish these figures.',
  ],
  one_host: [
    409,
    'Nearly all the results for that year come from one host’s events. That host could work out the other hosts’ results. You cannot publish these figures.',
  ],
  lead_needed: [403, 'Only the day lead can do this.'],
  no_samples: [409, 'No samples have been recorded for this day.'],
  labels_used: [409, 'All these labels are already on tubes. Print new numbers instead.'],
  claim_decided: [409, 'This claim has been decided in the meantime.'],
  claim_waits: [
    409,
    'An account already claims this record. A clinician must decide about the claim first.',
  ],
  claim_handler: [
    403,
    'You asked for, printed or posted the letter to this member, or changed their contact details. A different clinician must decide.',
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
  own_record: [403, 'This is your own record. Somebody else must do this.'],
  band_needed: [409, 'Choose a band first.'],
  no_band_here: [409, 'A result without a number has no band.'],
  not_ready_for_release: [
    409,
    'This result is not ready to release: it is still being reviewed or has already been released.',
  ],
  result_held: [
    409,
    'This result is held. Load the page again. The top of the page says why and what you can do.',
  ],
  no_choice_here: [409, 'You cannot choose this for this result.'],
  one_band_only: [409, 'Results of one band are released together, and each red one by itself.'],
  take_back_pending: [409, 'A colleague has already asked to withdraw this.'],
  no_take_back: [409, 'Nobody has asked to withdraw this, or somebody has since dealt with it.'],
  not_released: [409, 'This result has not been released, or has since been replaced.'],
  late_in_the_week: [
    409,
    'We do not release amber and red results between Thursday noon and Monday. Say why this one cannot wait.',
  ],
  no_letters: [409, 'No letters with an address are waiting.'],
  letter_outdated: [
    409,
    'The result in this letter has been replaced or can no longer be sent. A newer result has its own letter.',
  ],
  letter_printed: [
    409,
    'This letter has already been printed. If the address is wrong, print it again: the new copy can have a new address.',
  ],
  not_printed: [409, 'Print the letters of this batch first, and count them.'],
  letters_miscounted: [
    409,
    'This is not the number of letters in the batch. Count the envelopes again, using the cover list.',
  ],
  letters_stopped: [
    409,
    'A letter in this batch cannot be posted now. Load the page again to see which letters to take out of the pile.',
  ],
  letter_held: [
    409,
    'This letter is held: a question about the result or the member must be settled first.',
  ],
  batch_posted: [
    409,
    'This batch has been posted. To print a letter again, make a new batch and give a reason.',
  ],
  not_posted: [409, 'This letter has not been posted.'],
  not_to_collect: [409, 'This letter is not kept at the office.'],
  capacity_doubted: [
    409,
    'Somebody doubts that the member understands the test. A clinician must decide first.',
  ],
  no_column_map: [409, 'Set up how this laboratory’s files are read first.'],
  not_in_review: [409, 'This is no longer open: somebody has already dealt with it.'],
  row_is_settled: [409, 'This row has already been decided.'],
  not_their_sample: [
    409,
    'This sample does not belong to that appointment. The tube does not match, and nor do the NHS number and date of birth.',
  ],
  not_today: [409, 'This message can only be sent on the day of the event.'],
  not_late: [409, 'No delay has been announced, or the day is already running on time again.'],
  late_told: [409, 'This number of minutes has already been sent today. Choose another.'],
  day_not_begun: [409, 'This day has not started yet.'],
  not_open: [409, 'This request is no longer open.'],
  already_asked: [409, 'This member already has an open request. Look under Erasure.'],
  erasure_of_staff: [409, 'This person works for the charity. Remove their roles first.'],
  erasure_not_set_up: [503, ERASURE_NOT_SET_UP],
  other_number: [409, 'This is not the member’s number.'],
  lab_exists: [409, 'There is already a laboratory with this name.'],
  already_merged: [409, 'One of these records has already been merged.'],
  parted_already: [409, 'These records have already been separated.'],
  record_erased: [409, 'This is an erased record.'],
  merge_not_recorded: [
    409,
    'This merge is from before November 2026. Its changes are only in the record’s history, so you must correct them by hand.',
  ],
  part_later_first: [
    409,
    'The record has since been merged into another one. Separate those first.',
  ],
  different_nhs_numbers: [
    409,
    'The two records have different NHS numbers, so they belong to two people. Nothing has been merged.',
  ],
  looks_like_two_people: [
    409,
    'The records differ in date of birth or in both names, so they may belong to two people. If one of them is wrong, ask the office to correct it before you merge.',
  ],
  two_upcoming: [
    409,
    'Both records have an appointment that is not over, or both are booked for one event. Cancel the one that is not needed, or merge once both are over.',
  ],
  payment_not_settled: [409, 'A card payment is still in progress. Try again in a few minutes.'],
  erasure_stands: [
    409,
    'One of these members has asked us to erase their data. Deal with that first.',
  ],
  withdrawn_appointment: [
    409,
    'The consent for the upcoming appointment has been withdrawn. Merge the records after the appointment.',
  ],
  account_of_staff: [
    409,
    'The account you would close belongs to a member of staff. Keep that account instead.',
  ],
  has_account: [409, 'This member already has an account.'],
  no_postal_address: [
    409,
    'A letter needs an address with a postcode. Add it to the contact details first.',
  ],
  own_letter_request: [
    409,
    'You asked for this letter, so somebody else must print it. You must not see its code.',
  ],
  letter_request_over: [
    409,
    'This letter has been cancelled or posted. Ask the office to request a new one.',
  ],
  erasure_asked_for: [409, 'This member has asked us to erase their data. Deal with that first.'],
  letter_ended: [409, 'The code in this letter no longer works. Make a new letter.'],
  account_undecided: [
    409,
    'Both records have an account. Choose which one to keep. The other will be closed.',
  ],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type OfficeReason = keyof typeof officeRefusals

export function isOfficeReason(reason: string): reason is OfficeReason {
  return Object.hasOwn(officeRefusals, reason)
}

export function officeRefusal(reason: OfficeReason): readonly [status: number, sentence: string] {
  return officeRefusals[reason]
}
