const NONCE = /^<!--nonce ([\w-]{36})-->/

/** `finish` lists the build's inline scripts; injected ones have no nonce and are left out. */
export function extractNonce(rendered: string): { marked: string; finish: Finish } {
  const nonce = NONCE.exec(rendered)?.[1]
  if (nonce === undefined) return { marked: rendered, finish: (html) => ({ html, scripts: [] }) }
  const attribute = ` nonce="${nonce}"`
  const own = new RegExp(`<script[^>]*${attribute}>([\\s\\S]*?)</script>`, 'g')
  return {
    marked: rendered.replace(NONCE, ''),
    finish: (html) => ({
      html: html.replaceAll(attribute, ''),
      scripts: [...html.matchAll(own)].flatMap(([tag, text]) =>
        text === undefined || /^<script[^>]*\ssrc=/.test(tag) ? [] : [text],
      ),
    }),
  }
}

type Finish = (html: string) => { html: string; scripts: string[] }
