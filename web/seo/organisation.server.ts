import { charity } from '../../content/charity.ts'
import { siteAddress } from '../page-meta.ts'
import type { Thing } from './thing.ts'

const ID = siteAddress('/#organisation')
const LOGO = siteAddress('/favicon.svg')

export const publisher = {
  '@type': ['Organization', 'NGO'],
  '@id': ID,
  name: charity.name,
  url: siteAddress('/'),
  logo: LOGO,
} satisfies Thing

export function organisation(): Thing {
  const [street, town, postcode] = charity.address
  return {
    ...publisher,
    description: 'Men’s health charity that campaigns for accessible PSA screening',
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

export function website(): Thing {
  return {
    '@type': 'WebSite',
    '@id': siteAddress('/#website'),
    name: charity.name,
    alternateName: `${charity.name}, ${charity.tagline.toLowerCase()}`,
    url: siteAddress('/'),
    inLanguage: 'en-GB',
    publisher: { '@id': ID },
  }
}

/** Numbers in international form: '01632 960 127' is '+44 1632 960 127'. */
function contactPoint(contactType: string, number: string): Thing {
  return { '@type': 'ContactPoint', contactType, telephone: number.replace(/^0/, '+44 ') }
}
