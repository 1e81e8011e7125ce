/** Makes the nonce the last attribute of scripts, and removes it from other elements. */
export function markScripts(html: string, nonce: string): string {
  const attribute = ` nonce="${nonce}"`
  const marked = new RegExp(`<(\\w+)([^>]*?)${attribute}([^>]*)>`, 'g')
  return html.replace(marked, (_, name: string, before: string, after: string) =>
    name === 'script' ? `<script${before}${after}${attribute}>` : `<${name}${before}${after}>`,
  )
}

/** Prepends the nonce of the page's own scripts; the server removes both. */
export function withNonce(html: string, nonce: string): string {
  return `<!--nonce ${nonce}-->${html}`
}
