import { Link } from 'react-router'
import { longDate } from '../../domain/uk-time.ts'
import { Helpline } from '../events/helpline.tsx'
import { Notice } from '../ui/notice.tsx'

/** Right to cancel and express request: Consumer Contracts Regulations 2013, regs 29 and 36. */
export function RightToCancel({
  date,
  isWithin14Days,
  hasPayPalButton,
}: {
  date: string
  isWithin14Days: boolean
  hasPayPalButton: boolean
}) {
  return (
    <Notice icon="scales" title="Your right to cancel">
      <p>
        You have the right to cancel this booking within 14 days of paying, without giving a reason,
        and to get your money back.{' '}
        {`Your test is on ${longDate(date)}, ${isWithin14Days ? 'within' : 'after'} these 14 days. `}
        By pressing Pay{hasPayPalButton && ' or PayPal'} you expressly ask us to do the test on that
        day
        {isWithin14Days && ', and you accept that the right ends once you have been tested'}.
      </p>
      <p>
        To cancel, use your portal, <Link to="/contact-us">write to us</Link> or call <Helpline />.
        We will refund everything you paid within 14 days. After these 14 days, our{' '}
        <Link to="/refund-policy">refund policy</Link> applies, and we take off the card processing
        charge.
      </p>
    </Notice>
  )
}
