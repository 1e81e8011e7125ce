import { charity, telephoneLink } from '../../content/charity.ts'

export function Helpline() {
  return (
    <a href={telephoneLink(charity.bookingHelpline)} className="num">
      {charity.bookingHelpline}
    </a>
  )
}
