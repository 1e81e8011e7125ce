/**
 * Gives every script that the renderer itself wrote, told by its nonce, that nonce as its last attribute,
 * and takes it from all else.
 */
export function markScripts(html: string, nonce: string): string {
  const attribute = ` nonce="${nonce}"`
  return html.replace(/<(\w+)([^>]*)>/g, (tag, name: string, attributes: string) => {
    if (!attributes.includes(attribute)) return tag
    const others = attributes.replaceAll(attribute, '')
    if (name !== 'script') return `<${name}${others}>`
    return `<script${others}${attribute}>`
  })
}

/** The page with the nonce of its own scripts before it, for the server, which takes both away. */
export function withNonce(html: string, nonce: string): string {
  return `<!--nonce ${nonce}-->${html}`
}
