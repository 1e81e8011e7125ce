// What the charity says of itself and staff can change, and texts in which it stands.

export { addressLines } from './charity-forms.ts'

/** One line each; a telephone number as it is read. */
export type Charity = {
  booking_helpline: string
  /** 'Monday to Friday, 9am to 5pm' */
  helpline_hours: string
  /** For questions about a raised result, which the booking helpline cannot answer. */
  medical_line: string
  general_enquiries: string
  event_enquiries: string
  email: string
  speakers_email: string
  street: string
  town: string
  postcode: string
  tagline: string
  /** Of the register of charities; without a full stop. */
  registration: string
  /** On invoices to hosts. */
  pay_invoices_to: string
  /** On receipts and invoices. */
  vat_line: string
  donate_url: string
  supporter_url: string
  /** Under the title of the home page. */
  home_lede: string
  home_cost: string
  home_results: string
  home_reach: string
  /** Both empty when there is nothing to warn of. */
  event_warning_title: string
  event_warning: string
}

/** Of one page; no other text names them. */
type PageText =
  | 'home_lede'
  | 'home_cost'
  | 'home_results'
  | 'home_reach'
  | 'event_warning_title'
  | 'event_warning'
export type CharityFact = Exclude<keyof Charity, PageText>

export type EventWarning = Pick<Charity, 'event_warning_title' | 'event_warning'>

/** What every page carries. */
export type CharityOnPages = Omit<
  Charity,
  'pay_invoices_to' | 'vat_line' | 'event_warning_title' | 'event_warning'
>

/** Stands for a fact until the text is read. */
type Named = { our: CharityFact }

/** A text that names facts of the charity: they are filled in when it is shown or sent. */
export type Wording = string | readonly (string | Named)[]

export const OUR: { readonly [Fact in CharityFact]: { our: Fact } } = {
  booking_helpline: { our: 'booking_helpline' },
  helpline_hours: { our: 'helpline_hours' },
  medical_line: { our: 'medical_line' },
  general_enquiries: { our: 'general_enquiries' },
  event_enquiries: { our: 'event_enquiries' },
  email: { our: 'email' },
  speakers_email: { our: 'speakers_email' },
  street: { our: 'street' },
  town: { our: 'town' },
  postcode: { our: 'postcode' },
  tagline: { our: 'tagline' },
  registration: { our: 'registration' },
  pay_invoices_to: { our: 'pay_invoices_to' },
  vat_line: { our: 'vat_line' },
  donate_url: { our: 'donate_url' },
  supporter_url: { our: 'supporter_url' },
}

/** In one line; the name comes before it. */
export const OUR_ADDRESS = wording`${OUR.street}, ${OUR.town}, ${OUR.postcode}`

/** One below the other. */
export function joinLines(lines: readonly Wording[]): Wording {
  return lines.flatMap((line, n) => (n === 0 ? [line].flat() : ['\n', ...[line].flat()]))
}

/** wording`Call us on ${OUR.booking_helpline}.` A text or another wording may stand in it too. */
export function wording(
  strings: TemplateStringsArray,
  ...values: readonly (Wording | Named | number)[]
): Wording {
  return strings.flatMap((string, n) => {
    const value = values[n]
    if (value === undefined) return [string]
    return [string, ...(typeof value === 'number' ? [String(value)] : [value].flat())]
  })
}

/** What no page shows is empty on a page. */
export function inWords(text: Wording, charity: CharityOnPages & Partial<Charity>): string {
  if (typeof text === 'string') return text
  return text.map((part) => (typeof part === 'string' ? part : charity[part.our])).join('')
}
