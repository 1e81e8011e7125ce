import { charity } from '../../content/charity.ts'
import { siteAddress } from '../page-meta.ts'
import type { Article } from './articles.server.ts'

/** The article as search engines read it: schema.org Article (schema.org/Article). */
export function articleData({ title, description, path, reviewed }: Article) {
  const publisher = { '@type': 'NGO', name: charity.name, url: siteAddress('/') }
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description,
    url: siteAddress(path),
    mainEntityOfPage: siteAddress(path),
    image: siteAddress('/link-preview.png'),
    inLanguage: 'en-GB',
    datePublished: reviewed,
    dateModified: reviewed,
    author: publisher,
    publisher,
  }
}
