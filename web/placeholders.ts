/**
 * Settings unknown at build time. The server replaces them, so that one build serves any host. Of what the charity
 * says of itself: domain/charity-placeholders.ts.
 */
export const PLACEHOLDERS = {
  origin: 'https://origin.invalid',
  charity: 'charity.invalid',
  year: 'year.invalid',
  contactForm: 'https://contact-form.invalid',
  staging: 'staging.invalid',
  banners: 'banners.invalid',
}
