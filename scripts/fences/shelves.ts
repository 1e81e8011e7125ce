// The shelves of `server/`, bottom first, with the question that each answers and its rooms, bottom first too. A room
// imports from those before it alone, types included: `npm run lint:imports`. The files that stand on a shelf
// itself are a room of its name. docs/architecture.md shows this table (`npm run shelves`).

type Shelf = { name: string; question: string; rooms: string[] }

export const SHELVES: Shelf[] = [
  {
    name: 'platform',
    question: 'How do requests, jobs, keys and the database work?',
    rooms: [
      'platform/keys',
      'platform/pdf',
      'platform/db',
      'platform/health',
      'platform/metrics',
      'platform/cache',
      'platform/http',
      'platform',
      'platform/audit',
      'platform/idempotency',
      'platform/pages',
      'platform/rate-limits',
      'platform/tracing',
      'platform/config',
      'platform/error-log',
    ],
  },
  { name: 'site', question: 'What does the charity say on its site now?', rooms: ['site'] },
  {
    name: 'messages',
    question: 'What does the charity send, and did it arrive?',
    rooms: ['messages/letters', 'messages/mails', 'messages/mail-jobs', 'messages/sms'],
  },
  { name: 'staff', question: 'Who works here, and what may they do?', rooms: ['staff'] },
  {
    name: 'members',
    question: 'Who is a member, and how are they reached?',
    rooms: ['members', 'members/identity', 'members/profile', 'members/notes'],
  },
  {
    name: 'facts',
    question: 'What is true now: samples, consents, results, letters?',
    rooms: ['facts'],
  },
  { name: 'tasks', question: 'What opens and closes a task of the staff?', rooms: ['tasks'] },
  { name: 'jobs', question: 'Which work runs in the background?', rooms: ['jobs'] },
  {
    name: 'events',
    question: 'Which days are there, with which places?',
    rooms: ['events/nearby', 'events'],
  },
  {
    name: 'sign-in',
    question: 'How does somebody sign up and sign in?',
    rooms: ['sign-in/auth-gateway', 'sign-in/new-device', 'sign-in/sign-up'],
  },
  {
    name: 'money',
    question: 'What came in, and what goes back?',
    rooms: [
      'money/paypal',
      'money/reconciliation',
      'money/invoices',
      'money/statements',
      'money/ledger',
      'money/refunds',
    ],
  },
  {
    name: 'contact',
    question: 'Who wrote to us, and who wants news?',
    rooms: ['contact', 'contact/newsletter', 'contact/near-alerts'],
  },
  {
    name: 'bookings',
    question: 'Who has which place, with which consent?',
    rooms: [
      'bookings/capacity',
      'bookings/consent',
      'bookings/waiting-list',
      'bookings',
      'bookings/invitations',
      'bookings/preparation',
      'bookings/withdrawals',
    ],
  },
  {
    name: 'checkout',
    question: 'How does a payment become a booked place?',
    rooms: ['checkout/payment-links', 'checkout/payments'],
  },
  {
    name: 'results',
    question: "How does the laboratory's file become a result that a member reads?",
    rooms: ['results', 'results/lab-results', 'results/result-letters', 'results/review'],
  },
  {
    name: 'venue',
    question: 'What happened on the day?',
    rooms: [
      'venue/check-in',
      'venue/cash-counts',
      'venue/incidents',
      'venue/tubes',
      'venue/walk-in-strikes',
    ],
  },
  {
    name: 'changed-days',
    question: 'How is a day cancelled or moved, and who gets which message?',
    rooms: ['changed-days'],
  },
  {
    name: 'care',
    question: 'Who must be reminded, asked or called?',
    rooms: ['care/contact-stops', 'care/reminders', 'care/recalls', 'care/task-list'],
  },
  {
    name: 'records',
    question: 'What is kept about a member, and until when?',
    rooms: [
      'records/duplicates',
      'records/hash-chain',
      'records/my-phone',
      'records/upkeep',
      'records/claims',
      'records/erasure',
      'records/copy',
      'records/retention',
    ],
  },
  {
    name: 'hosts',
    question: 'What do hosts and the public see of it?',
    rooms: ['hosts/figures', 'hosts/host-pages'],
  },
  {
    name: 'office',
    question: 'What does the office see first, and how does it find somebody?',
    rooms: [
      'office/people',
      'office/banners',
      'office/settings',
      'office/saved-texts',
      'office/sent-messages',
      'office/today',
      'office/search',
    ],
  },
  { name: 'pages', question: 'How is a page served?', rooms: ['pages/link-owners', 'pages'] },
  {
    name: 'operations',
    question: 'What does an operator or an auditor run over everything?',
    rooms: ['operations/key-rotation', 'operations/logs', 'operations/metrics'],
  },
  { name: 'demo', question: 'Which sample data does the demo have?', rooms: ['demo'] },
]

/** The rooms of `auth/`, bottom first. */
export const AUTH_ROOMS = [
  'db',
  'users',
  'passwords',
  'queries',
  'tokens',
  'requests',
  'mail',
  'env',
  'providers',
  'limits',
  'flows',
  'routes',
  'standalone',
]

/** The rooms of `web/`, bottom first. */
export const WEB_ROOMS = [
  'ui',
  'seo',
  'pages',
  'map',
  'policies',
  'link-owner',
  'events',
  'home',
  'account',
  'two-step',
  'booking',
  'first-questions',
  'about',
  'hub',
  'begin-for-another',
  'near-alerts',
  'newsletter',
  'screening',
  'waiting-list',
  'portal',
  'chrome',
  'checkout',
  'by-link',
  'sign-in',
  'news',
  'event',
  'office',
]

/** All rooms of the server, bottom first. */
export const ROOMS = SHELVES.flatMap(({ rooms }) => rooms)

/** A pattern of the files of `room`: those on a shelf itself when it has the shelf's name. */
export function filesOf(room: string): string {
  const isOnShelf = SHELVES.some(({ name, rooms }) => name === room && rooms.length > 1)
  return isOnShelf ? `^server/${room}/[^/]+$` : `^server/${room}/`
}

/** The room of the server that the file stands in; null for what stands in none, as main.ts. */
export function roomOf(path: string): string | null {
  return ROOMS.find((room) => new RegExp(filesOf(room)).test(path)) ?? null
}

/** The shelves as a table in Markdown. */
export function shelvesAsTable(): string {
  const rows = SHELVES.map(
    ({ name, question, rooms }) =>
      `| \`${name}/\` | ${question} | ${rooms.map((room) => roomIn(name, room)).join(', ')} |`,
  )
  return ['| shelf | the question it answers | rooms |', '|---|---|---|', ...rows].join('\n')
}

function roomIn(shelf: string, room: string): string {
  return room === shelf ? 'its own files' : room.slice(shelf.length + 1)
}
