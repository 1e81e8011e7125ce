import { charity, telephoneLink } from '../../content/charity.ts'

/** The booking helpline, to be rung at a touch. */
export function Helpline() {
  return (
    <a href={telephoneLink(charity.bookingHelpline)} className="num">
      {charity.bookingHelpline}
    </a>
  )
}
