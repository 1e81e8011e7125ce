import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import { EmailLink, PhoneLink } from '../parts/contact-links.tsx'

type Host = Pick<OfficeEvent, 'host_name' | 'host_phone' | 'contact_email'>

/** Name, telephone and e-mail address of the host, with commas between. */
export function HostContact({ event }: { event: Host }) {
  const { host_name: name, host_phone: phone, contact_email: email } = event
  if (!name && !phone && !email) return 'Not set'
  return (
    <>
      {name}
      {name && (phone || email) && ', '}
      {phone && <PhoneLink phone={phone} />}
      {phone && email && ', '}
      {email && <EmailLink email={email} />}
    </>
  )
}
