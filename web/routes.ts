import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { CONTENT_PAGES, SCREEN_TITLES } from '../content/pages.ts'

const ARTICLE = 'hub/article.tsx'
const FOR_HOSTS = 'screening/for-hosts.tsx'
const POLICY = 'policies/policy.tsx'

// Content pages that are built, and the module of each.
const BUILT: Record<string, string> = {
  '/about-us/research': ARTICLE,
  '/information-hub': 'hub/information-hub.tsx',
  '/information-hub/prostate-diseases-and-prostate-cancer': ARTICLE,
  '/information-hub/mens-health': ARTICLE,
  '/information-hub/health-workplace': ARTICLE,
  '/information-hub/statistics': 'hub/statistics.tsx',
  '/information-hub/elderly-psa-testing': ARTICLE,
  '/news': 'news/news.tsx',
  '/news/patient-journey': 'news/patient-journey.tsx',
  '/world-cancer-day-poster': 'hub/poster.tsx',
  '/about-us': 'about/about-us.tsx',
  '/contact-us': 'about/contact-us.tsx',
  '/support-us': 'about/support-us.tsx',
  '/events': 'screening/events-overview.tsx',
  '/events/community-screening': FOR_HOSTS,
  '/events/corporate-screening': FOR_HOSTS,
  '/events/seminar-talks': FOR_HOSTS,
  '/chaps-screening-event': 'screening/screening-event.tsx',
  '/refund-policy': POLICY,
  '/privacy-policy': POLICY,
  '/cookies': POLICY,
  '/accessibility': POLICY,
}

// Every address of the site (specification §2). Pages and screens that only show their title share
// one module each; a room that builds one out gives it a line of its own here.
export default [
  index('home/home.tsx'),
  route('login', 'account/login.tsx'),
  route('signup', 'account/signup.tsx'),
  route('signup-success', 'account/signup-success.tsx'),
  route('reset-password', 'account/reset-password.tsx'),
  route('book-event-main', 'events/listing.tsx'),
  route('event/:id', 'events/event.tsx'),
  route('check-nhs-number', 'booking/check-nhs-number.tsx'),
  route('book-event', 'booking/book-event.tsx'),
  route('checkout', 'checkout/checkout.tsx'),
  route('booking-success', 'booking/booking-success.tsx'),
  route('upcoming-events', 'portal/upcoming-events.tsx'),
  route('portal', 'portal/portal.tsx'),
  route('medical-results', 'portal/medical-results.tsx'),
  ...SCREEN_TITLES.map(({ path }) => titleRoute(path, 'pages/title-screen.tsx')),
  ...CONTENT_PAGES.filter(({ path }) => !isStory(path)).map(({ path }) =>
    titleRoute(path, BUILT[path] ?? 'pages/title-page.tsx'),
  ),
  titleRoute('/information-hub/:id', 'pages/title-page.tsx'),
  route('news/patient-journey/:id', 'news/story.tsx'),
  route('*', 'not-found.tsx'),
] satisfies RouteConfig

/** A story is found by its name: one route for all. */
function isStory(path: string) {
  return path.startsWith('/news/patient-journey/')
}

function titleRoute(path: string, file: string) {
  return route(path.slice(1), file, { id: path })
}
