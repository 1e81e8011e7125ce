// The rules that no screen changes, as staff read them. Each value comes from the rule itself. Limits that staff
// change are in limit-settings.ts.
import { OLDEST, YOUNGEST } from '../age.ts'
import { BANK_HOLIDAYS } from '../bank-holidays.ts'
import { BEGUN_DAYS } from '../begin-for-another.ts'
import { CHANGE_CUT_OFF_HOURS, HOLD_MINUTES } from '../booking.ts'
import { CONSENT_DAYS, CONSENT_VERSION, TERMS_VERSION } from '../consent.ts'
import { VISITOR_HOLD_MINUTES } from '../hold-limits.ts'
import { ASK_AGAIN_DAYS } from '../recalls.ts'
import { REFUND_NOTICE_BUSINESS_DAYS, REFUND_WITHIN_BUSINESS_DAYS } from '../refunds.ts'
import { RETEST_REMINDER_DAYS } from '../reminders.ts'
import { LATE_DAYS, USUAL_DAYS } from '../results.ts'
import { REFUND_BY_RIGHT_WITHIN_DAYS, RIGHT_TO_CANCEL_DAYS } from '../right-to-cancel.ts'
import { dayInWords } from '../uk-time.ts'
import { OFFERS_END_BY_DAY } from '../waiting-list.ts'
import { EVENTS_ALONE } from './bulk-actions.ts'

/** `source`: where the rule comes from, and so who would have to agree to another. */
export type FixedRule = { name: string; value: string; source: string }
type FixedRules = { title: string; rules: readonly FixedRule[] }

const CLINICAL = 'Clinical. A clinician decides, and a release of the program changes it.'
const CHARITY = 'The charity decided. A release of the program changes it.'
const TERMS = 'Terms and refund policy, which members agreed to.'
const REGULATIONS = 'Consumer Contracts Regulations 2013.'

const holidayYears = Object.keys(BANK_HOLIDAYS)

export const FIXED_RULES: readonly FixedRules[] = [
  {
    title: 'Who is screened',
    rules: [
      {
        name: 'Age',
        value: `${YOUNGEST} to ${OLDEST}, on the day of the test`,
        source: CLINICAL,
      },
      {
        name: 'Colour of a result',
        value: 'As the clinician decides. It is never worked out from the number.',
        source: CLINICAL,
      },
      {
        name: 'Usual time until a result',
        value: `${USUAL_DAYS} days; late after ${LATE_DAYS}`,
        source: CLINICAL,
      },
      {
        name: 'Reminder of the next test',
        value: `From the date that the clinician set, for ${RETEST_REMINDER_DAYS} days. After ‘later’, again in ${ASK_AGAIN_DAYS} days.`,
        source: CLINICAL,
      },
    ],
  },
  {
    title: 'Consent',
    rules: [
      {
        name: 'Consent words',
        value: `Version of ${dayInWords(CONSENT_VERSION)}`,
        source: CLINICAL,
      },
      {
        name: 'Terms',
        value: `Version of ${dayInWords(TERMS_VERSION)}`,
        source: 'A lawyer. Each consent keeps the version that was agreed to.',
      },
      {
        name: 'A consent can be used to book for',
        value: `${CONSENT_DAYS} days`,
        source: CHARITY,
      },
    ],
  },
  {
    title: 'Booking',
    rules: [
      {
        name: 'A chosen time is held for',
        value: `${HOLD_MINUTES} minutes; ${VISITOR_HOLD_MINUTES} minutes for somebody who has not signed in`,
        source: CHARITY,
      },
      {
        name: 'Members change or cancel online until',
        value: `${CHANGE_CUT_OFF_HOURS} hours before`,
        source: TERMS,
      },
      {
        name: 'An offer from the waiting list never ends',
        value: `between ${OFFERS_END_BY_DAY.evening} and ${OFFERS_END_BY_DAY.morning}`,
        source: CHARITY,
      },
      {
        name: 'A place begun for somebody else is held for',
        value: `${BEGUN_DAYS} days`,
        source: CHARITY,
      },
      {
        name: 'Last reminder',
        value: 'Before the last moment to change',
        source: CHARITY,
      },
    ],
  },
  {
    title: 'Money',
    rules: [
      {
        name: 'Refund, less the card fee',
        value: `Until ${REFUND_NOTICE_BUSINESS_DAYS} business days before`,
        source: TERMS,
      },
      {
        name: 'It arrives within',
        value: `${REFUND_WITHIN_BUSINESS_DAYS} business days`,
        source: TERMS,
      },
      {
        name: 'Right to cancel with a full refund',
        value: `${RIGHT_TO_CANCEL_DAYS} days after payment; refunded within ${REFUND_BY_RIGHT_WITHIN_DAYS} days`,
        source: REGULATIONS,
      },
      {
        name: 'Bank holidays known',
        value: `England and Wales, ${holidayYears.at(0)} to ${holidayYears.at(-1)}`,
        source: 'GOV.UK. A release of the program adds years and one-off holidays.',
      },
    ],
  },
  {
    title: 'Cancelling events',
    rules: [
      {
        name: 'Events that one person cancels alone',
        value: `${EVENTS_ALONE} within 24 hours`,
        source: CHARITY,
      },
    ],
  },
]
