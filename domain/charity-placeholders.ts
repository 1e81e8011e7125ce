// Strings that stand for the charity's facts in a page until the server sends it.
import type { Charity, CharityOnPages } from './charity.ts'
import { dialled, inSentence } from './charity-forms.ts'

type Fact = keyof CharityOnPages
const PHONES = ['booking_helpline', 'medical_line', 'general_enquiries', 'event_enquiries'] as const
export type PhoneFact = (typeof PHONES)[number]

/** As pages say them, each by its fact. Links are addresses. */
export const AS_READ: CharityOnPages = {
  booking_helpline: 'fact-booking-helpline.invalid',
  helpline_hours: 'fact-helpline-hours.invalid',
  medical_line: 'fact-medical-line.invalid',
  general_enquiries: 'fact-general-enquiries.invalid',
  event_enquiries: 'fact-event-enquiries.invalid',
  email: 'fact-email.invalid',
  speakers_email: 'fact-speakers-email.invalid',
  street: 'fact-street.invalid',
  town: 'fact-town.invalid',
  postcode: 'fact-postcode.invalid',
  tagline: 'fact-tagline.invalid',
  registration: 'fact-registration.invalid',
  donate_url: 'https://fact-donate-url.invalid',
  supporter_url: 'https://fact-supporter-url.invalid',
  home_lede: 'fact-home-lede.invalid',
  home_cost: 'fact-home-cost.invalid',
  home_results: 'fact-home-results.invalid',
  home_reach: 'fact-home-reach.invalid',
}
export const DIALLED = /* @__PURE__ */ byPhone('dialled')
/** For programs: '+44 1632 960 127'. */
export const INTERNATIONAL = /* @__PURE__ */ byPhone('international')
export const TAGLINE_IN_SENTENCE = 'fact-tagline-in-sentence.invalid'

/** A placeholder anywhere in a text. */
export const ANY_FACT = /(?:https:\/\/)?fact-[a-z-]+\.invalid/

/** The text of each placeholder, not escaped. */
export function placeholderTexts(charity: Charity): [placeholder: string, text: string][] {
  const facts = Object.keys(AS_READ) as Fact[]
  return [
    ...facts.map((fact): [string, string] => [AS_READ[fact], charity[fact]]),
    ...PHONES.flatMap((phone): [string, string][] => [
      [DIALLED[phone], dialled(charity[phone])],
      [INTERNATIONAL[phone], charity[phone].replace(/^0/, '+44 ')],
    ]),
    [TAGLINE_IN_SENTENCE, inSentence(charity.tagline)],
  ]
}

/** JSON of what a page may show, for its `data-charity`. */
export function charityJson(charity: Charity): string {
  return JSON.stringify(charity, Object.keys(AS_READ))
}

function byPhone(form: string): Record<PhoneFact, string> {
  return {
    booking_helpline: `fact-booking-helpline-${form}.invalid`,
    medical_line: `fact-medical-line-${form}.invalid`,
    general_enquiries: `fact-general-enquiries-${form}.invalid`,
    event_enquiries: `fact-event-enquiries-${form}.invalid`,
  }
}
