/** Makes the nonce the last attribute of scripts, and removes it from other elements. */
export function markScripts(html: string, nonce: string): string {
  const attribute = ` nonce="${nonce}"`
  return html.replace(/<(\w+)([^>]*)>/g, (tag, name: string, attributes: string) => {
    if (!attributes.includes(attribute)) return tag
    const others = attributes.replaceAll(attribute, '')
    if (name !== 'script') return `<${name}${others}>`
    return `<script${others}${attribute}>`
  })
}

/** Prepends the nonce of the page's own scripts; the server removes both. */
export function withNonce(html: string, nonce: string): string {
  return `<!--nonce ${nonce}-->${html}`
}
