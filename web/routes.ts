import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { CONTENT_PAGES } from '../content/pages.ts'

const POLICY = 'policies/policy.tsx'

const BUILT: Record<string, string> = {
  '/about-us/research': 'hub/article.tsx',
  '/information-hub': 'hub/information-hub.tsx',
  '/information-hub/statistics': 'hub/statistics.tsx',
  '/news': 'news/news.tsx',
  '/news/patient-journey': 'news/patient-journey.tsx',
  '/world-cancer-day-poster': 'hub/poster.tsx',
  '/about-us': 'about/about-us.tsx',
  '/contact-us': 'about/contact-us.tsx',
  '/support-us': 'about/support-us.tsx',
  '/before-you-book': 'first-questions/first-questions.tsx',
  '/events': 'screening/events-overview.tsx',
  '/events/host-a-day': 'screening/host-a-day.tsx',
  '/chaps-screening-event': 'screening/screening-event.tsx',
  '/refund-policy': POLICY,
  '/terms': POLICY,
  '/privacy-policy': POLICY,
  '/cookies': POLICY,
  '/accessibility': POLICY,
}

// Content pages by the last part of their address: one route for all keeps the route list small.
const BY_NAME = {
  'information-hub/:id': 'hub/article.tsx',
  'events/:kind': 'screening/for-hosts.tsx',
  'news/patient-journey/:id': 'news/story.tsx',
}

export default [
  index('home/home.tsx'),
  route('login', 'sign-in/login.tsx'),
  route('signup', 'sign-in/signup.tsx'),
  route('signup-success', 'sign-in/signup-success.tsx'),
  route('reset-password', 'sign-in/reset-password.tsx'),
  route('new-device', 'account/new-device.tsx'),
  route('book-event-main', 'events/listing.tsx'),
  route('event/:id', 'event/event.tsx'),
  route('event/:id/begin-for-another', 'begin-for-another/begin.tsx'),
  route('begin-for-another/:step', 'begin-for-another/step.tsx'),
  route('check-nhs-number', 'booking/check-nhs-number.tsx'),
  route('book-event', 'booking/book-event.tsx'),
  route('checkout', 'checkout/checkout.tsx'),
  route('waiting-list', 'waiting-list/waiting-list.tsx'),
  route('booking-success', 'booking/booking-success.tsx'),
  route('test-consent', 'booking/test-consent.tsx'),
  route('upcoming-events', 'portal/upcoming-events.tsx'),
  route('portal', 'portal/portal.tsx'),
  route('portal/:part', 'portal/part.tsx'),
  route('medical-results', 'portal/results/medical-results.tsx'),
  route('medical-results/:id', 'portal/results/result.tsx'),
  route('by-link', 'by-link/by-link.tsx'),
  route('newsletter/:step', 'newsletter/newsletter.tsx'),
  route('newsletters', 'newsletter/past-newsletters.tsx'),
  route('newsletters/:id', 'newsletter/past-newsletter.tsx'),
  route('tell-me/:step?', 'near-alerts/tell-me.tsx'),
  ...CONTENT_PAGES.flatMap(({ path }) => {
    const file = BUILT[path]
    return file ? [at(path, file)] : []
  }),
  ...Object.entries(BY_NAME).map(([path, file]) => route(path, file)),
  route('*', 'not-found.tsx'),
] satisfies RouteConfig

function at(path: string, file: string) {
  return route(path.slice(1), file, { id: path })
}
