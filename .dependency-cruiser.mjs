import { AUTH_ROOMS, filesOf, ROOMS, WEB_ROOMS } from './scripts/fences/shelves.ts'

// Which folder may import which (docs/architecture.md); `npm run lint:imports`. Types count as imports.
const OURS = [
  'domain',
  'content',
  'charity',
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
  charity: ['domain'],
  auth: [],
  standins: [],
  web: ['domain', 'content'],
  server: ['domain', 'auth', 'charity'],
  scripts: ['domain', 'content', 'charity', 'server', 'auth', 'web', 'standins'],
}
const TESTS = '\\.(test|e2e)\\.tsx?$'

const betweenFolders = Object.entries(MAY_IMPORT).map(([folder, others]) => ({
  name: `${folder}-imports`,
  comment: `${folder}/ may import ${['itself', ...others].join(', ')} and packages`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: TESTS },
  to: { path: `^(${OURS.filter((one) => one !== folder && !others.includes(one)).join('|')})/` },
}))
/**
 * Rules by which a room imports from those before it alone.
 * @param {{ name: string, files: string }[]} rooms bottom first
 */
const inOrder = (rooms) =>
  rooms.slice(0, -1).map(({ name, files }, n) => ({
    name: `${name}-direction`,
    comment: `${name} may import the rooms before it in scripts/fences/shelves.ts`,
    severity: 'error',
    from: { path: files, pathNot: TESTS },
    to: { path: rooms.slice(n + 1).map((room) => room.files) },
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
      comment: 'the query builder and the tables are for *.queries.ts and server/platform/db',
      severity: 'error',
      from: { path: '^server/', pathNot: [TESTS, '\\.queries\\.ts$', '^server/platform/db/'] },
      to: {
        path: 'node_modules/drizzle-orm/|^server/platform/db/schema',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'endpoints-are-types-of-the-browser',
      comment: 'web/ imports the table of endpoints as types alone, so that no page carries it',
      severity: 'error',
      from: { path: '^web/', pathNot: TESTS },
      to: { path: '^domain/endpoints/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'harness-apart',
      comment: 'the test harness, browser tests and benchmarks are imported by tests alone',
      severity: 'error',
      from: { path: `^(${Object.keys(MAY_IMPORT).join('|')})/`, pathNot: TESTS },
      to: { path: '^(test|e2e|bench)/' },
    },
    {
      name: 'charity-handed-in',
      comment: 'main.ts alone reads the folder of the charity, and hands in what stands there',
      severity: 'error',
      from: { path: '^server/', pathNot: [TESTS, '^server/main\\.ts$'] },
      to: { path: '^charity/' },
    },
    ...betweenFolders,
    ...inOrder(ROOMS.map((name) => ({ name, files: filesOf(name) }))),
    ...inOrder(AUTH_ROOMS.map((name) => ({ name: `auth/${name}`, files: `^auth/${name}/` }))),
    ...inOrder(WEB_ROOMS.map((name) => ({ name: `web/${name}`, files: `^web/${name}/` }))),
  ],
  options: {
    tsPreCompilationDeps: true,
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|\\.react-router)/' },
  },
}
