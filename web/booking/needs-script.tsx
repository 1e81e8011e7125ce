import { Helpline } from '../events/helpline.tsx'

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
