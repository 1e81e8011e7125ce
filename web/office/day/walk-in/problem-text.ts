// Of registrations and money at the door, in words for the person who leads the day.
import type { TakingRefusal, UndoRefusal } from '../../../../domain/office/venue-payments.ts'
import type { WalkInFlag, WalkInRefusal } from '../../../../domain/office/walk-ins.ts'

type Code =
  | Exclude<WalkInFlag, 'day_closed'>
  | WalkInRefusal
  | TakingRefusal
  | UndoRefusal
  | 'walk_in_not_recorded'

/** After a name. */
export const WALK_IN_PROBLEMS: Record<Code, string> = {
  event_cancelled: 'was registered on a day that the office has cancelled',
  looks_like_a_member: 'may be a member already, under another record',
  extra_place_without_lead: 'got an extra place that the day lead had not allowed',
  extra_place_made: 'got an extra place, because somebody else took the last one',
  waived_without_lead: 'still has to pay: only the day lead can waive the price',
  nhs_number_missing: 'has no NHS number, which the laboratory needs',
  older_consent_words: 'consented to an older version of the form',
  link_not_sent: 'got no payment link: we have no working email address or mobile number',
  interpreter_not_named: 'needs an interpreter, and the consent names none',
  capacity_doubted: 'is not registered: somebody doubts that they understand the test',
  form_incomplete: 'is not registered: the name or the date of birth is missing or cannot be right',
  age_out_of_range: 'is not registered: not aged 40 to 80 on the day',
  not_eligible: 'is not registered: could not confirm having no prostate condition',
  consent_incomplete: 'is not registered: the consent is not complete',
  consent_words_unknown:
    'is not registered: the consent form was a different version from the one on the site',
  walk_ins_not_open:
    'was not registered: walk-ins are open from an hour before the first appointment to two hours after the event',
  too_many_walk_ins: 'was not registered: one person can register only 15 people an hour',
  cannot_be_reached: 'is not registered: we have no way to send the result',
  walk_in_not_recorded: 'has nothing recorded: the registration was refused',
  already_paid: 'has paid twice: this payment had already been recorded',
  nothing_owed: 'paid, but had nothing to pay',
  other_sum: 'paid a different amount from the price; nothing has been recorded',
  payment_under_way: 'paid at the door while also paying by card; nothing has been recorded',
  no_taking: 'has no payment recorded here to undo',
  taking_undone: 'had the payment undone before',
  refund_decided: 'is already being refunded by the office, so nothing was undone here',
  taking_incomplete: 'paid, but the amount or the method is missing; nothing has been recorded',
}

/** What a person does about it. */
export const WALK_IN_NEXT: Record<Code, string> = {
  event_cancelled: 'Call the office before anybody takes blood.',
  looks_like_a_member: 'You do not need to do anything. The office will compare both records.',
  extra_place_without_lead: 'Decide if there is time for this person. If not, tell them now.',
  extra_place_made: 'Check that there is time for everybody.',
  waived_without_lead: 'Take payment, or ask the office to waive the price.',
  nhs_number_missing: 'Ask for the number before the tubes leave, and tell the office.',
  older_consent_words:
    'Load the day again where you have a connection. The office will ask them to agree to the new version.',
  link_not_sent: 'Take payment at the door.',
  interpreter_not_named: 'Ask who interpreted, and tell the office before the tubes go.',
  capacity_doubted:
    'Do not take blood. You do not need to do anything else. A clinician has a task to call them.',
  form_incomplete: 'Ask for the missing details and register them again.',
  age_out_of_range:
    'Do not take blood. Check the date of birth. If it was typed wrongly, register them again.',
  not_eligible: 'Do not take blood. Their own clinic does their tests.',
  consent_incomplete:
    'Do not take blood. Register them again. They must tick the boxes themselves, or give the name of the person helping them.',
  consent_words_unknown:
    'Do not take blood. Load the day again where you have a connection, and register them again.',
  walk_ins_not_open: 'Register them again on the day, or ask the office to book them.',
  too_many_walk_ins: 'Ask the day lead to register them, or wait for an hour.',
  cannot_be_reached: 'Ask for a phone number or address, and register them again.',
  walk_in_not_recorded: 'Register them again, then record this again.',
  already_paid: 'Give the money back, or ask the treasurer to.',
  nothing_owed: 'Give the money back, or ask the treasurer to.',
  other_sum: 'Check the amount in their entry, and record the payment again.',
  payment_under_way: 'Before you keep the money, ask the office if the card payment went through.',
  no_taking: 'Ask the office to look at the payment.',
  taking_undone: 'You do not need to do anything. The payment has already been undone.',
  refund_decided: 'Call the office before you give any money back: it must not be refunded twice.',
  taking_incomplete: 'Record the payment again.',
}
