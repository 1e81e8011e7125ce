import { siteAddress } from '../page-meta.ts'
import { publisher } from '../seo/organisation.server.ts'
import { previewAddress } from '../seo/preview-tags.server.tsx'
import type { Thing } from '../seo/thing.ts'
import type { Article } from './articles.server.ts'

/** schema.org/Article. */
export function articleData({ title, description, path, reviewed }: Article): Thing {
  return {
    '@type': 'Article',
    headline: title,
    description,
    url: siteAddress(path),
    mainEntityOfPage: siteAddress(path),
    image: previewAddress(path),
    inLanguage: 'en-GB',
    datePublished: reviewed,
    dateModified: reviewed,
    author: publisher,
    publisher,
  }
}
