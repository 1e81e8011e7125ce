// Of registrations and money at the door, in words for the person who leads the day.
import type { TakingRefusal, UndoRefusal } from '../../../../domain/office/venue-takings.ts'
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
  extra_place_without_lead: 'got a place that no lead has allowed',
  extra_place_made: 'got a new place, because the last one was taken meanwhile',
  waived_without_lead: 'has still to pay: only the lead can waive it',
  nhs_number_missing: 'has no NHS number, which the laboratory needs',
  older_consent_words: 'consented to older words of the form',
  link_not_sent: 'got no payment link: there is no e-mail address or mobile number that works',
  interpreter_not_named: 'needs an interpreter, and the consent names none',
  capacity_doubted: 'is not registered: somebody doubts that they understand the test',
  form_incomplete: 'is not registered: the name or the date of birth is missing or cannot be right',
  age_out_of_range: 'is not registered: they are not 40 to 80 years old on the day',
  not_eligible:
    'is not registered: they could not confirm that they have no condition of the prostate',
  consent_incomplete: 'is not registered: the consent is not complete',
  consent_words_unknown: 'is not registered: the words of the consent are not those of the site',
  walk_ins_not_open:
    'was not registered: walk-ins are open from an hour before the first appointment to two hours after the event',
  too_many_walk_ins: 'was not registered: one person can register only 15 people an hour',
  cannot_be_reached: 'is not registered: there is no way to reach them with the result',
  walk_in_not_recorded: 'has nothing recorded: the registration was refused',
  already_paid: 'has paid twice: the money was recorded before',
  nothing_owed: 'paid, but had nothing to pay',
  other_sum: 'paid another sum than is owed; nothing is recorded',
  payment_under_way: 'paid at the door while a card payment was under way; nothing is recorded',
  no_taking: 'has no money recorded here that could be taken back',
  taking_undone: 'had the money taken back before',
  refund_decided: 'is paid back by the office already; nothing was taken back here',
  taking_incomplete: 'paid, but the sum or the way is missing; nothing is recorded',
}

/** What a person does about it. */
export const WALK_IN_NEXT: Record<Code, string> = {
  event_cancelled: 'Ring the office before anybody takes blood.',
  looks_like_a_member: 'Nothing to do at the door. The office compares both records.',
  extra_place_without_lead: 'Decide whether there is time. If not, tell them now.',
  extra_place_made: 'Look whether there is time for everybody.',
  waived_without_lead: 'Take the money, or ask the office to waive it.',
  nhs_number_missing: 'Ask for it before the tubes go, and tell the office.',
  older_consent_words:
    'Load the day again where there is a network. The office asks whether they agree to the new words.',
  link_not_sent: 'Take the money at the door.',
  interpreter_not_named: 'Ask who interpreted, and tell the office before the tubes go.',
  capacity_doubted: 'Do not take blood. Nothing else to do here: a clinician has the task to ring.',
  form_incomplete: 'Ask them, and register them again.',
  age_out_of_range:
    'Do not take blood. Compare the date of birth; if it was typed wrong, register them again.',
  not_eligible: 'Do not take blood. Their own clinic does their tests.',
  consent_incomplete:
    'Do not take blood. Register them again, and let the member tick, or name who helps.',
  consent_words_unknown:
    'Do not take blood. Load the day again where there is a network, and register them again.',
  walk_ins_not_open: 'Register them again on the day, or ask the office to book them.',
  too_many_walk_ins: 'Ask the day lead to register them, or wait for an hour.',
  cannot_be_reached: 'Ask for a telephone number or an address, and register them again.',
  walk_in_not_recorded: 'Register them again, then record this again.',
  already_paid: 'Give the money back, or ask the treasurer to.',
  nothing_owed: 'Give the money back, or ask the treasurer to.',
  other_sum: 'Look at the sum in their row, and record the money again.',
  payment_under_way:
    'Ask the office whether the card payment went through, before you keep the money.',
  no_taking: 'Ask the office to look at the payment.',
  taking_undone: 'Nothing to do: it was taken back once.',
  refund_decided: 'Ring the office before any money goes back: it must not go back twice.',
  taking_incomplete: 'Record the money again.',
}
