const NONCE = /^<!--nonce ([\w-]{36})-->/

/** `finish` lists the build's inline scripts; injected ones have no nonce and are left out. */
export function extractNonce(rendered: string): { marked: string; finish: Finish } {
  const nonce = NONCE.exec(rendered)?.[1]
  if (nonce === undefined) return { marked: rendered, finish: (html) => ({ html, scripts: [] }) }
  return {
    marked: rendered.replace(NONCE, ''),
    finish(html) {
      const parts = html.split(` nonce="${nonce}"`)
      const scripts = parts.slice(1).flatMap((part, before) => {
        const end = part.indexOf('</script>')
        const tag = parts[before]?.slice(parts[before].lastIndexOf('<')) ?? ''
        const isInline =
          part.startsWith('>') && end > 0 && /^<script(?![^>]*\ssrc=)[^>]*$/.test(tag)
        return isInline ? [part.slice(1, end)] : []
      })
      return { html: parts.join(''), scripts }
    },
  }
}

type Finish = (html: string) => { html: string; scripts: string[] }
