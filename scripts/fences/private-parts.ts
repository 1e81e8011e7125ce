import { globSync, readFileSync } from 'node:fs'

/** What a library does not document, and may change in any release. */
const PRIVATE_PARTS = [
  /** A file inside a package. */
  /from '(?:@[\w-]+\/)?[\w-]+\/lib\//,
  /** A property that its name marks as private, but not `z._default` of zod and a form's `_gotcha`. */
  /\w\._(?!default\b|gotcha\b)[a-z.]/,
  /** A method of somebody else's class or object, replaced. */
  /\.prototype\.\w+ = |\bsetPrototypeOf\(|\bObject\.create\((?!null\b)/,
]

/** The product's files that rely on private parts of a library or of Node.js, sorted. */
export function listPrivateParts(): string[] {
  const paths = globSync('{domain,content,server,auth,web}/**/*.{ts,tsx}')
  const product = paths.filter((path) => !/\.test\.tsx?$/.test(path))
  const relying = product.filter((path) => {
    const code = readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    return PRIVATE_PARTS.some((part) => part.test(code))
  })
  return relying.map((path) => path.replaceAll('\\', '/')).toSorted()
}
