import { CANCELLATION_FORM } from '../../../domain/cancellation-form.ts'
import { CHARITY_ADDRESS, CHARITY_EMAIL, CHARITY_NAME } from '../../../domain/charity-address.ts'
import { BOOKING_HELPLINE } from '../../../domain/helpline.ts'
import type { Part } from './letter.ts'

/** What a member who paid on the site must have in a lasting form: SI 2013/3134, regulation 16. */
export function rightToCancel(publicUrl: string): Part[] {
  const address = [CHARITY_NAME, ...CHARITY_ADDRESS].join(', ')
  return [
    { heading: 'Your right to cancel' },
    'You have the right to cancel this booking within 14 days of paying, without giving a reason. The day you pay does not count. We will refund everything you paid within 14 days of hearing from you.',
    'If your test is within these 14 days, you asked us at checkout to do it on that day. Your right to cancel ends once you have been tested.',
    `To cancel, use your portal, email ${CHARITY_EMAIL}, call ${BOOKING_HELPLINE} or write to ${address}. You can use the form below, but you do not have to.`,
    {
      words:
        'After these 14 days, if you cancel with more than 2 business days’ notice, we will refund what you paid, minus the charge for processing your card payment. If you cancel later than that, there is no refund.',
      link: `${publicUrl}/refund-policy`,
      label: 'Refund policy',
    },
    { heading: 'Cancellation form' },
    'Fill in this form and send it to us only if you want to cancel.',
    CANCELLATION_FORM.join('\n'),
  ]
}
