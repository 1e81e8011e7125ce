export type Violation = { message: string; description: string }

const MOST_IN_A_BATCH = 10

/**
 * Violations on our own pages, in a browser's report of either form (`report-uri`, `report-to`).
 */
export function violationsIn(body: unknown, publicUrl: string): Violation[] {
  const reports = Array.isArray(body) ? body : [body]
  return reports.slice(0, MOST_IN_A_BATCH).flatMap((report) => {
    const facts = factsOf(report)
    const page = addressOf(facts.page, publicUrl)
    const blocked = addressOf(facts.blocked, publicUrl)
    const source = facts.source === undefined ? '' : addressOf(facts.source, publicUrl)
    if (page === null || blocked === null || source === null || !page.startsWith('/')) return []
    const directive = /^[a-z-]{1,40}/.exec(text(facts.directive))?.[0] ?? 'unknown'
    const line = Number.isSafeInteger(facts.line) ? `:${facts.line}` : ''
    const from = source === '' ? '' : `, from ${source}${line}`
    return [
      {
        message: `Content-Security-Policy: ${directive}`,
        description: `refused ${blocked} on ${page}${from}`,
      },
    ]
  })
}

function factsOf(report: unknown) {
  const { 'csp-report': old, type, body } = Object(report)
  if (old) {
    const said = Object(old)
    return {
      page: said['document-uri'],
      blocked: said['blocked-uri'],
      directive: said['effective-directive'] ?? said['violated-directive'],
      source: said['source-file'],
      line: said['line-number'],
    }
  }
  const said = type === 'csp-violation' ? Object(body) : {}
  return {
    page: said.documentURL,
    blocked: said.blockedURL,
    directive: said.effectiveDirective,
    source: said.sourceFile ?? undefined,
    line: said.lineNumber,
  }
}

/** Our path, another site's origin, a scheme, or a keyword such as 'inline'; null otherwise. */
function addressOf(value: unknown, publicUrl: string): string | null {
  const said = text(value)
  if (/^[a-z-]{1,30}$/.test(said)) return said
  if (!URL.canParse(said)) return null
  const { protocol, origin, pathname } = new URL(said)
  if (protocol === 'data:' || protocol === 'blob:') return protocol
  if (protocol !== 'https:' && protocol !== 'http:') return null
  return origin === new URL(publicUrl).origin ? withoutKeys(pathname) : origin
}

function withoutKeys(path: string): string {
  return path
    .split('/')
    .slice(0, 8)
    .map((part) =>
      /^[\w.-]{1,40}$/.test(part) && !/\d{6}|^[\w-]{20,}$/.test(part) ? part : part && '…',
    )
    .join('/')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 2_000) : ''
}
