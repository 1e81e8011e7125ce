import { TOO_LATE_ONLINE } from '../../domain/change-text.ts'
import { charity } from '../charity.ts'
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
      Please call our booking helpline on <Helpline />, {charity.helpline_hours}.
    </>
  )
}
