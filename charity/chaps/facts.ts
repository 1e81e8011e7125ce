import type { Charity } from '../../domain/charity.ts'

/**
 * What the charity says of itself until staff change it (Settings in the office). Sample values from reserved
 * ranges (Ofcom's drama numbers, the .example domain): the specification gives none.
 */
export const CHARITY: Omit<Charity, 'donate_url' | 'supporter_url'> = {
  booking_helpline: '0808 157 0142',
  helpline_hours: 'Monday to Friday, 9am to 5pm',
  medical_line: '01632 960 127',
  general_enquiries: '01632 960 118',
  event_enquiries: '01632 960 134',
  email: 'info@chaps.example',
  speakers_email: 'speakers@chaps.example',
  street: '12 Sample Street',
  town: 'Colchester',
  postcode: 'CO1 0AA',
  tagline: 'Men’s health charity',
  registration: 'Registered charity in England and Wales, number 0000000 (sample)',
  pay_invoices_to:
    'Please pay by bank transfer to CHAPS, sort code 00-00-00, account 00000000 (sample), with the number of this invoice as the reference. Or send a cheque to our address.',
  vat_line: 'No VAT has been charged.',
  home_lede:
    'A blood test for men aged 40 to 80, in a hall near you. It is quick, and there is someone to talk it through with.',
  home_cost: 'Each event shows its price; many are free',
  home_results: 'Usually within two weeks, in your portal',
  home_reach: 'In 2024 we were in 40 halls like these and screened 3,497 men.',
  event_warning_title: 'New booking system.',
  event_warning: 'Past clients must register again if they have not done so since 1 January 2025.',
}

/** `links`: the pages elsewhere, as the server is configured. */
export function charityAsItCame({
  donate,
  supporter,
}: {
  donate: string
  supporter: string
}): Charity {
  return { ...CHARITY, donate_url: donate, supporter_url: supporter }
}
