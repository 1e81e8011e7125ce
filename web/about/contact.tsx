import type { ReactNode } from 'react'
import { charity, telephoneLink } from '../../content/charity.ts'
import { Section } from '../ui/layout.tsx'
import styles from './contact.module.css'

/** How to reach the charity by telephone, e-mail and letter (spec §2, Contact). */
export function Contact({ title = 'Contact us' }: { title?: string }) {
  return (
    <Section title={title} id="contact" ruled>
      <div className={styles.ways}>
        <Way title="Medical enquiries" number={charity.medicalEnquiries}>
          Questions about the test, your result or what to do next.
        </Way>
        <Way title="Event enquiries" number={charity.eventEnquiries}>
          Holding an event, or help with a booking. {charity.helplineHours}.
        </Way>
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
          <p className="small">Please leave out your NHS number and details of your health.</p>
        </div>
      </div>
      <p className={styles.urgent}>
        We are no emergency service. If you are seriously ill, ring <a href="tel:999">999</a>. If
        you need medical help soon, ring NHS <a href="tel:111">111</a> or your GP.
      </p>
    </Section>
  )
}

function Way({ title, number, children }: { title: string; number: string; children: ReactNode }) {
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
