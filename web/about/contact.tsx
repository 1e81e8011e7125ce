import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CHARITY_NAME } from '../../content/charity.ts'
import { addressLines } from '../../domain/charity-forms.ts'
import type { PhoneFact } from '../../domain/charity-placeholders.ts'
import { ACKNOWLEDGE_WITHIN_DAYS } from '../../domain/contact.ts'
import { charity, telephoneLink } from '../charity.ts'
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
          {form.isDataComplaint && <DataComplaint />}
          <p>
            The form on this page is the quickest way to write to us. You can also contact us in
            these ways:
          </p>
          <TelephoneContact title="Medical enquiries" fact="medical_line">
            For questions about the test, your result or what to do next.
          </TelephoneContact>
          <TelephoneContact title="Event enquiries" fact="event_enquiries">
            For hosting an event, or help with a booking. {charity.helpline_hours}.
          </TelephoneContact>
          <div>
            <h3>By letter</h3>
            <address>
              {[CHARITY_NAME, ...addressLines(charity)].map((line) => (
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
          {!form.isDataComplaint && (
            <p className="small">
              To complain about how we use your personal data, use the{' '}
              <Link to="/contact-us?about=data">form for complaints about data</Link>.
            </p>
          )}
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

/** What the law promises (Data (Use and Access) Act 2025, section 103). */
function DataComplaint() {
  return (
    <p>
      Tell us what happened and what you would like us to do. We will tell you within{' '}
      {ACKNOWLEDGE_WITHIN_DAYS} days that we have your complaint. We will look into it without
      delay, keep you informed and tell you the outcome. You can also complain to the{' '}
      <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner’s Office</a>.
    </p>
  )
}

function TelephoneContact({
  title,
  fact,
  children,
}: {
  title: string
  fact: PhoneFact
  children: ReactNode
}) {
  return (
    <div>
      <h3>{title}</h3>
      <p>
        <a className={styles.number} href={telephoneLink(fact)}>
          {charity[fact]}
        </a>
      </p>
      <p className="small">{children}</p>
    </div>
  )
}
