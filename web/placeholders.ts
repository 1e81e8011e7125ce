/**
 * Values unknown at build time: the site's address, external pages in the settings, the contact
 * form's address, the current year, and whether this is a staging site. Pages are rendered with
 * these placeholders, and the server replaces them, so that one build serves any host.
 */
export const PLACEHOLDERS = {
  origin: 'https://origin.invalid',
  donate: 'https://donate.invalid',
  supporter: 'https://supporter.invalid',
  year: 'year.invalid',
  contactForm: 'https://contact-form.invalid',
  staging: 'staging.invalid',
}

/** The address of the external page for donations, or for supporters' pledges. */
export function addressOf(page: 'donate' | 'supporter'): string {
  return import.meta.env.SSR ? PLACEHOLDERS[page] : (document.body.dataset[page] ?? '')
}
