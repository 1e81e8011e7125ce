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
          <p>The form on this page is the quickest way to write to us. You can also reach us so:</p>
          <TelephoneContact title="Medical enquiries" number={charity.medicalEnquiries}>
            Questions about the test, your result or what to do next.
          </TelephoneContact>
          <TelephoneContact title="Event enquiries" number={charity.eventEnquiries}>
            Holding an event, or help with a booking. {charity.helplineHours}.
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
            <h3>By e-mail</h3>
            <p>
              <a href={`mailto:${charity.email}`}>{charity.email}</a>
            </p>
          </div>
          <p className={styles.urgent}>
            We are no emergency service. If you are seriously ill, ring <a href="tel:999">999</a>.
            If you need medical help soon, ring NHS <a href="tel:111">111</a> or your GP.
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
