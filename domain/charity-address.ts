// Sample values: the specification gives none.

export const CHARITY_NAME = 'CHAPS'
export const CHARITY_ADDRESS = ['12 Sample Street', 'Colchester', 'CO1 0AA'] as const
export const CHARITY_REGISTRATION =
  'Registered charity in England and Wales, number 0000000 (sample)'
/** On receipts and invoices. */
export const VAT_LINE = 'No VAT has been charged.'
