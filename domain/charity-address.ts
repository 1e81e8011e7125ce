// Sample values: the specification gives none.

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
