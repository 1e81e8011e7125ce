import type { CharityOnPages } from '../domain/charity.ts'
import { dialled, inSentence } from '../domain/charity-forms.ts'
import {
  AS_READ,
  DIALLED,
  type PhoneFact,
  TAGLINE_IN_SENTENCE,
} from '../domain/charity-placeholders.ts'

/** What the charity says of itself: filled in when the server sends a page, then as it came with the page. */
export const charity: CharityOnPages = import.meta.env.SSR
  ? AS_READ
  : JSON.parse(document.body.dataset.charity ?? '{}')

/** 'tel:08081570142' */
export function telephoneLink(fact: PhoneFact): string {
  return `tel:${import.meta.env.SSR ? DIALLED[fact] : dialled(charity[fact])}`
}

export function taglineInSentence(): string {
  return import.meta.env.SSR ? TAGLINE_IN_SENTENCE : inSentence(charity.tagline)
}
