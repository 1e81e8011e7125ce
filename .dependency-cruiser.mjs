// Which folder may import which (docs/architecture.md); `npm run lint:imports`. Types count as imports.
const OURS = [
  'domain',
  'content',
  'server',
  'auth',
  'web',
  'standins',
  'scripts',
  'test',
  'e2e',
  'bench',
]
/** The folders of ours that each top-level folder may import besides itself. */
const MAY_IMPORT = {
  domain: [],
  content: ['domain'],
  auth: [],
  standins: [],
  web: ['domain', 'content'],
  server: ['domain', 'auth'],
  scripts: ['domain', 'content', 'server', 'auth', 'web', 'standins'],
}
/** The charity's rooms: each may import those after it and none before. */
const ROOMS = [
  'my-data',
  'notices',
  'preparation',
  'host-pages',
  'bulk-actions',
  'claims',
  'merges',
  'demo',
  'withdrawals',
  'reconciliation',
  'statements',
  'payments',
  'bookings',
  'payment-links',
  'waiting-list',
  'consent',
  'results',
  'refunds',
  'ledger',
  'paypal',
  'events',
  'members',
  'staff',
  'letters',
  'mails',
  'sms',
]
const TESTS = '\\.(test|e2e)\\.tsx?$'

const betweenFolders = Object.entries(MAY_IMPORT).map(([folder, others]) => ({
  name: `${folder}-imports`,
  comment: `${folder}/ may import ${['itself', ...others].join(', ')} and packages`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: TESTS },
  to: { path: `^(${OURS.filter((one) => one !== folder && !others.includes(one)).join('|')})/` },
}))
const betweenRooms = ROOMS.slice(1).map((room, n) => ({
  name: `${room}-direction`,
  comment: `server/${room} may not import ${ROOMS.slice(0, n + 1).join(', ')}`,
  severity: 'error',
  from: { path: `^server/${room}/`, pathNot: TESTS },
  to: { path: `^server/(${ROOMS.slice(0, n + 1).join('|')})/` },
}))

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'two files may not import one another, not even types',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-packages',
      comment: 'domain/ imports zod/mini and no other package',
      severity: 'error',
      from: { path: '^domain/', pathNot: TESTS },
      to: { pathNot: [`^(${OURS.join('|')})/`, 'node_modules/zod/.*mini'] },
    },
    {
      name: 'sql-in-queries',
      comment: 'the query builder and the tables are for *.queries.ts and server/db',
      severity: 'error',
      from: { path: '^server/', pathNot: [TESTS, '\\.queries\\.ts$', '^server/db/'] },
      to: {
        path: 'node_modules/drizzle-orm/|^server/db/schema',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'harness-apart',
      comment: 'the test harness, browser tests and benchmarks are imported by tests alone',
      severity: 'error',
      from: { path: `^(${Object.keys(MAY_IMPORT).join('|')})/`, pathNot: TESTS },
      to: { path: '^(test|e2e|bench)/' },
    },
    ...betweenFolders,
    ...betweenRooms,
  ],
  options: {
    tsPreCompilationDeps: true,
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|\\.react-router)/' },
  },
}
