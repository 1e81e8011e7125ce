import { CHARITY_NAME } from '../../content/charity.ts'
import { INTERNATIONAL } from '../../domain/charity-placeholders.ts'
import { charity, taglineInSentence } from '../charity.ts'
import { siteAddress } from '../page-meta.ts'
import type { Thing } from './thing.ts'

const ID = siteAddress('/#organisation')
const LOGO = siteAddress('/favicon.svg')

export const publisher = {
  '@type': ['Organization', 'NGO'],
  '@id': ID,
  name: CHARITY_NAME,
  url: siteAddress('/'),
  logo: LOGO,
} satisfies Thing

export function organisation(): Thing {
  return {
    ...publisher,
    description: 'Men’s health charity that campaigns for accessible PSA screening',
    foundingDate: '2000',
    email: charity.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: charity.street,
      addressLocality: charity.town,
      postalCode: charity.postcode,
      addressCountry: 'GB',
    },
    contactPoint: [
      contactPoint('medical enquiries', INTERNATIONAL.medical_line),
      contactPoint('event enquiries', INTERNATIONAL.event_enquiries),
      contactPoint('reservations', INTERNATIONAL.booking_helpline),
    ],
  }
}

export function website(): Thing {
  return {
    '@type': 'WebSite',
    '@id': siteAddress('/#website'),
    name: CHARITY_NAME,
    alternateName: `${CHARITY_NAME}, ${taglineInSentence()}`,
    url: siteAddress('/'),
    inLanguage: 'en-GB',
    publisher: { '@id': ID },
  }
}

function contactPoint(contactType: string, telephone: string): Thing {
  return { '@type': 'ContactPoint', contactType, telephone }
}
