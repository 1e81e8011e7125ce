/** Makes the nonce the last attribute of scripts, and removes it from other elements. */
export function markScripts(html: string, nonce: string): string {
  const attribute = ` nonce="${nonce}"`
  const [first = '', ...rest] = html.split(attribute)
  let before = first
  let marked = first
  for (const part of rest) {
    const isScript = /^<script\b/.test(before.slice(before.lastIndexOf('<')))
    const end = part.indexOf('>')
    marked += isScript ? part.slice(0, end) + attribute + part.slice(end) : part
    before = part
  }
  return marked
}

/** Prepends the nonce of the page's own scripts; the server removes both. */
export function withNonce(html: string, nonce: string): string {
  return `<!--nonce ${nonce}-->${html}`
}
