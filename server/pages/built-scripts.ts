/**
 * The inline scripts with this nonce, which are the build's own, and the page without it: a cached
 * page would repeat it. Injected scripts have none and are left out.
 */
export function ownScripts(page: string, nonce: string): { html: string; scripts: string[] } {
  const parts = page.split(` nonce="${nonce}"`)
  const scripts = parts.slice(1).flatMap((part, before) => {
    const start = parts[before]?.slice(parts[before].lastIndexOf('<')) ?? ''
    const end = part.indexOf('>')
    const isInline = /^<script(\s|$)/.test(start) && !/\ssrc=/.test(start + part.slice(0, end))
    const script = part.slice(end + 1).split('</script>', 2)
    return isInline && script.length === 2 ? script.slice(0, 1) : []
  })
  return { html: parts.join(''), scripts }
}
