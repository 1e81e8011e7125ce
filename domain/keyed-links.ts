// Links in messages that work without signing in, and whom or what each opens: shown by its page
// before anything is done with it. A new kind of link is listed here and in the test of its owner.

/** `name`: a first name; `address`: a masked e-mail address; `event`: an event's name. */
export const KEYED_LINKS = {
  preparation: { path: '/by-link#prepare=', owner: 'name' },
  follow_up: { path: '/by-link#follow=', owner: 'name' },
  invitation: { path: '/by-link#invite=', owner: 'name' },
  host: { path: '/by-link#host=', owner: 'event' },
  claim: { path: '/by-link#claim=', owner: 'name' },
  payment: { path: '/checkout#pay=', owner: 'name' },
  consent: { path: '/test-consent#key=', owner: 'name' },
  newsletter: { path: '/newsletter/confirm?token=', owner: 'address' },
  begin: { path: '/begin-for-another/confirm?token=', owner: 'address' },
  near_alert: { path: '/tell-me/confirm?token=', owner: 'address' },
} as const satisfies Record<string, { path: string; owner: 'name' | 'address' | 'event' }>
export type KeyedLinkKind = keyof typeof KEYED_LINKS
export const KEYED_LINK_KINDS = Object.keys(KEYED_LINKS) as KeyedLinkKind[]
