type Violation = { message: string; description: string }

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
    const fields = Object(old)
    return {
      page: fields['document-uri'],
      blocked: fields['blocked-uri'],
      directive: fields['effective-directive'] ?? fields['violated-directive'],
      source: fields['source-file'],
      line: fields['line-number'],
    }
  }
  const fields = type === 'csp-violation' ? Object(body) : {}
  return {
    page: fields.documentURL,
    blocked: fields.blockedURL,
    directive: fields.effectiveDirective,
    source: fields.sourceFile ?? undefined,
    line: fields.lineNumber,
  }
}

/** Our path, another site's origin, a scheme, or a keyword such as 'inline'; null otherwise. */
function addressOf(value: unknown, publicUrl: string): string | null {
  const fields = text(value)
  if (/^[a-z-]{1,30}$/.test(fields)) return fields
  if (!URL.canParse(fields)) return null
  const { protocol, origin, pathname } = new URL(fields)
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
