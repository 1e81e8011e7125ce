import { Helpline } from '../events/helpline.tsx'

export function NeedsScript() {
  return (
    <noscript>
      <p>
        This page needs JavaScript. Turn it on, or call <Helpline /> and we will book with you over
        the phone.
      </p>
    </noscript>
  )
}
