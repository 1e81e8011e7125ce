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
type Pieces = readonly (string | Named)[]
/** Of no value: in a plain template literal the compiler refuses only what may be a symbol. */
type Unread = symbol & { readonly unread: true }

/**
 * A text that names facts of the charity: they are filled in when it is shown or sent, by inWords. In another text
 * it stands by wording`...`; `...` alone does not compile.
 */
export type Wording = string | Pieces | Unread

export const OUR: { readonly [Fact in CharityFact]: Wording } = {
  booking_helpline: [{ our: 'booking_helpline' }],
  helpline_hours: [{ our: 'helpline_hours' }],
  medical_line: [{ our: 'medical_line' }],
  general_enquiries: [{ our: 'general_enquiries' }],
  event_enquiries: [{ our: 'event_enquiries' }],
  email: [{ our: 'email' }],
  speakers_email: [{ our: 'speakers_email' }],
  street: [{ our: 'street' }],
  town: [{ our: 'town' }],
  postcode: [{ our: 'postcode' }],
  tagline: [{ our: 'tagline' }],
  registration: [{ our: 'registration' }],
  pay_invoices_to: [{ our: 'pay_invoices_to' }],
  vat_line: [{ our: 'vat_line' }],
  donate_url: [{ our: 'donate_url' }],
  supporter_url: [{ our: 'supporter_url' }],
}

/** In one line; the name comes before it. */
export const OUR_ADDRESS = wording`${OUR.street}, ${OUR.town}, ${OUR.postcode}`

/** One below the other. */
export function joinLines(lines: readonly Wording[]): Wording {
  return lines.flatMap((line, n) => (n === 0 ? piecesOf(line) : ['\n', ...piecesOf(line)]))
}

/** wording`Call us on ${OUR.booking_helpline}.` A text or another wording may stand in it too. */
export function wording(
  strings: TemplateStringsArray,
  ...values: readonly (Wording | number)[]
): Wording {
  return strings.flatMap((string, n) => {
    const value = values[n]
    return value === undefined ? [string] : [string, ...piecesOf(value)]
  })
}

/** What no page shows is empty on a page. */
export function inWords(text: Wording, charity: CharityOnPages & Partial<Charity>): string {
  return piecesOf(text)
    .map((part) => (typeof part === 'string' ? part : charity[part.our]))
    .join('')
}

function piecesOf(text: Wording | number): Pieces {
  return typeof text === 'object' ? text : [String(text)]
}
