// The links of header and footer.

export type NavLink = { label: string; to: string }
export type NavEntry = NavLink & {
  submenu?: readonly NavLink[]
  also?: readonly string[]
}

export const NAVIGATION: readonly NavEntry[] = [
  { label: 'Home', to: '/' },
  { label: 'About us', to: '/about-us' },
  { label: 'Events', to: '/events', also: ['/event/', '/book-event', '/chaps-screening-event'] },
  {
    label: 'Information hub',
    to: '/information-hub',
    submenu: [
      {
        label: 'Prostate Disease and Cancer',
        to: '/information-hub/prostate-diseases-and-prostate-cancer',
      },
      { label: 'Men’s Health', to: '/information-hub/mens-health' },
      { label: 'Health in the Workplace', to: '/information-hub/health-workplace' },
      { label: 'Research and Data', to: '/information-hub#education' },
    ],
  },
  {
    label: 'News',
    to: '/news',
    submenu: [
      { label: 'Patient Journey', to: '/news/patient-journey' },
      { label: 'Latest News', to: '/news' },
      { label: 'Newsletters', to: '/news#stay-in-touch' },
    ],
  },
]

export const GUIDES: readonly NavLink[] = [
  { label: 'Questions and answers', to: '/information-hub/questions-and-answers' },
  { label: 'Three questions before you book', to: '/before-you-book' },
  { label: 'What happens at a screening event', to: '/chaps-screening-event' },
  {
    label: 'For wives, partners and daughters',
    to: '/information-hub/for-wives-partners-and-daughters',
  },
  { label: 'Research', to: '/about-us/research' },
  { label: 'World Cancer Day poster', to: '/world-cancer-day-poster' },
]

export const SMALL_PRINT: readonly NavLink[] = [
  { label: 'Refund policy', to: '/refund-policy' },
  { label: 'Terms and conditions', to: '/terms' },
  { label: 'Privacy policy', to: '/privacy-policy' },
  { label: 'Cookies', to: '/cookies' },
  { label: 'Accessibility', to: '/accessibility' },
  { label: 'Support us', to: '/support-us' },
]

/** Whether a navigation entry is the current page, or the part of the site that contains it. */
export function currentMark(
  { to, also = [] }: NavEntry,
  pathname: string,
): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  if (to !== '/' && pathname.startsWith(`${to}/`)) return 'true'
  return also.some((beginning) => pathname.startsWith(beginning)) ? 'true' : undefined
}
