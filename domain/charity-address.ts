// Sample values: the specification gives none.
import type { Charity } from './charity.ts'
import { BOOKING_HELPLINE, HELPLINE_HOURS, MEDICAL_LINE } from './helpline.ts'

export const CHARITY_NAME = 'CHAPS'
export const CHARITY_ADDRESS = ['12 Sample Street', 'Colchester', 'CO1 0AA'] as const
export const CHARITY_EMAIL = 'info@chaps.example'
export const CHARITY_REGISTRATION =
  'Registered charity in England and Wales, number 0000000 (sample)'
/** On invoices to hosts. */
export const PAY_INVOICES_TO =
  'Please pay by bank transfer to CHAPS, sort code 00-00-00, account 00000000 (sample), with the number of this invoice as the reference. Or send a cheque to our address.'
/** On receipts and invoices. */
export const VAT_LINE = 'No VAT has been charged.'

/** For texts that do not yet follow what staff change. */
export const CHARITY_AS_IT_CAME: Charity = {
  booking_helpline: BOOKING_HELPLINE,
  helpline_hours: HELPLINE_HOURS,
  medical_line: MEDICAL_LINE,
  general_enquiries: '01632 960 118',
  event_enquiries: '01632 960 134',
  email: CHARITY_EMAIL,
  speakers_email: 'speakers@chaps.example',
  street: CHARITY_ADDRESS[0],
  town: CHARITY_ADDRESS[1],
  postcode: CHARITY_ADDRESS[2],
  tagline: 'Men’s health charity',
  registration: CHARITY_REGISTRATION,
  pay_invoices_to: PAY_INVOICES_TO,
  vat_line: VAT_LINE,
  donate_url: '',
  supporter_url: '',
}
