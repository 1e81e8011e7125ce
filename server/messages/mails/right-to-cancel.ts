import { CANCELLATION_FORM } from '../../../domain/cancellation-form.ts'
import { joinLines, OUR, OUR_ADDRESS, wording } from '../../../domain/charity.ts'
import { CHARITY_NAME } from '../../../domain/charity-name.ts'
import type { Part } from './letter.ts'

/** What a member who paid on the site must have in a lasting form: SI 2013/3134, regulation 16. */
export function rightToCancel(publicUrl: string): Part[] {
  return [
    { heading: 'Your right to cancel' },
    'You have the right to cancel this booking within 14 days of paying, without giving a reason. The day you pay does not count. We will refund everything you paid within 14 days of hearing from you.',
    'If your test is within these 14 days, you asked us at checkout to do it on that day. Your right to cancel ends once you have been tested.',
    wording`To cancel, use your portal, email ${OUR.email}, call ${OUR.booking_helpline} or write to ${CHARITY_NAME}, ${OUR_ADDRESS}. You can use the form below, but you do not have to.`,
    {
      words:
        'After these 14 days, if you cancel with more than 2 business days’ notice, we will refund what you paid, minus the charge for processing your card payment. If you cancel later than that, there is no refund.',
      link: `${publicUrl}/refund-policy`,
      label: 'Refund policy',
    },
    { heading: 'Cancellation form' },
    'Fill in this form and send it to us only if you want to cancel.',
    joinLines(CANCELLATION_FORM),
  ]
}
