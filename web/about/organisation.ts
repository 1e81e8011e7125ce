import { charity } from '../../content/charity.ts'
import { siteAddress } from '../page-meta.ts'

/** The charity as search engines read it: schema.org Organization, its kind NGO (schema.org/NGO). */
export function organisation() {
  const [street, town, postcode] = charity.address
  return {
    '@context': 'https://schema.org',
    '@type': 'NGO',
    name: charity.name,
    description: 'Men’s health charity that campaigns for accessible PSA screening',
    url: siteAddress('/'),
    logo: siteAddress('/favicon.svg'),
    foundingDate: '2000',
    email: charity.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: town,
      postalCode: postcode,
      addressCountry: 'GB',
    },
    contactPoint: [
      contactPoint('medical enquiries', charity.medicalEnquiries),
      contactPoint('event enquiries', charity.eventEnquiries),
      contactPoint('reservations', charity.bookingHelpline),
    ],
  }
}

/** Numbers in the form that is rung from anywhere: '01632 960 127' is '+44 1632 960 127'. */
function contactPoint(contactType: string, number: string) {
  return { '@type': 'ContactPoint', contactType, telephone: number.replace(/^0/, '+44 ') }
}
