import { TOO_LATE_ONLINE } from '../../domain/change-text.ts'
import { HELPLINE_HOURS } from '../../domain/helpline.ts'
import { Helpline } from '../events/helpline.tsx'

export function RingToChange() {
  return (
    <>
      {TOO_LATE_ONLINE} <RingUs />
    </>
  )
}

export function RingUs() {
  return (
    <>
      Please call our booking helpline on <Helpline />, {HELPLINE_HOURS}.
    </>
  )
}
