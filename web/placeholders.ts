/** Settings unknown at build time. The server replaces them, so that one build serves any host. */
export const PLACEHOLDERS = {
  origin: 'https://origin.invalid',
  donate: 'https://donate.invalid',
  supporter: 'https://supporter.invalid',
  year: 'year.invalid',
  contactForm: 'https://contact-form.invalid',
  staging: 'staging.invalid',
  banners: 'banners.invalid',
}

export function externalAddress(page: 'donate' | 'supporter'): string {
  return import.meta.env.SSR ? PLACEHOLDERS[page] : (document.body.dataset[page] ?? '')
}
