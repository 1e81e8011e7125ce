import { charity, telephoneLink } from '../charity.ts'

export function Helpline() {
  return (
    <a href={telephoneLink('booking_helpline')} className="num">
      {charity.booking_helpline}
    </a>
  )
}
