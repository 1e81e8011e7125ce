import styles from './contact-links.module.css'
import { EmailText } from './email-text.tsx'

export function EmailLink({ email }: { email: string | null }) {
  return email === null ? (
    'None'
  ) : (
    <a href={`mailto:${email}`}>
      <EmailText email={email} />
    </a>
  )
}

export function PhoneLink({ phone }: { phone: string }) {
  return phone === '' ? (
    'None'
  ) : (
    <a href={`tel:${toDial(phone)}`} className={styles.phone}>
      {phone}
    </a>
  )
}

/** Sign-up stores a UK number as '447700900118', which a telephone takes for a local one. */
function toDial(phone: string): string {
  const digits = phone.replaceAll(/[^\d+]/g, '')
  return /^44\d{9,10}$/.test(digits) ? `+${digits}` : digits
}
