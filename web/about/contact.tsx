import type { ReactNode } from 'react'
import { charity, telephoneLink } from '../../content/charity.ts'
import { Section, Split } from '../ui/layout.tsx'
import styles from './contact.module.css'
import { ContactForm, type ContactFormProps } from './contact-form.tsx'

type ContactProps = { title?: string; form: ContactFormProps }

export function Contact({ title = 'Contact us', form }: ContactProps) {
  return (
    <Section title={title} id="contact" ruled>
      <Split ratio="wide">
        <ContactForm {...form} />
        <div className={styles.contacts}>
          <p>
            The form on this page is the quickest way to write to us. You can also contact us in
            these ways:
          </p>
          <TelephoneContact title="Medical enquiries" number={charity.medicalEnquiries}>
            For questions about the test, your result or what to do next.
          </TelephoneContact>
          <TelephoneContact title="Event enquiries" number={charity.eventEnquiries}>
            For hosting an event, or help with a booking. {charity.helplineHours}.
          </TelephoneContact>
          <div>
            <h3>By letter</h3>
            <address>
              {[charity.name, ...charity.address].map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </div>
          <div>
            <h3>By email</h3>
            <p>
              <a href={`mailto:${charity.email}`}>{charity.email}</a>
            </p>
          </div>
          <p className={styles.urgent}>
            We are not an emergency service. If you are seriously ill, call{' '}
            <a href="tel:999">999</a>. If you need medical help soon, call NHS{' '}
            <a href="tel:111">111</a> or your GP.
          </p>
        </div>
      </Split>
    </Section>
  )
}

function TelephoneContact({
  title,
  number,
  children,
}: {
  title: string
  number: string
  children: ReactNode
}) {
  return (
    <div>
      <h3>{title}</h3>
      <p>
        <a className={styles.number} href={telephoneLink(number)}>
          {number}
        </a>
      </p>
      <p className="small">{children}</p>
    </div>
  )
}
