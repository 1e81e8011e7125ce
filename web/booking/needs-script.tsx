import { Helpline } from '../events/helpline.tsx'

/** For a browser without JavaScript: what cannot be done here, and how it can. */
export function NeedsScript() {
  return (
    <noscript>
      <p>
        This screen needs JavaScript. Please switch it on, or ring <Helpline /> and we will do it
        with you.
      </p>
    </noscript>
  )
}
