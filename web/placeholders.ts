/**
 * What a build cannot know: the site's own address, the pages elsewhere that the settings name, where
 * the contact form is sent, the year in which a page is read, and whether it is a staging site's. Everything rendered says these
 * instead; the server writes the truth in their place, so that one build serves any host in any year.
 */
export const PLACEHOLDERS = {
  origin: 'https://origin.invalid',
  donate: 'https://donate.invalid',
  supporter: 'https://supporter.invalid',
  year: 'year.invalid',
  contactForm: 'https://contact-form.invalid',
  staging: 'staging.invalid',
}

/** The address of the donation page, or of the one where supporters pledge; both are elsewhere. */
export function addressOf(page: 'donate' | 'supporter'): string {
  return import.meta.env.SSR ? PLACEHOLDERS[page] : (document.body.dataset[page] ?? '')
}
