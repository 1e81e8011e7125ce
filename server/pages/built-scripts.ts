const NONCE = /^<!--nonce ([\w-]{36})-->/

/**
 * Takes apart what the build rendered: the page without the nonce that tells its own scripts, and
 * `scripts`, which finds the text of those in the page once it is finished. What else stands in a page
 * as a script, because somebody got it into an event's name or a text, is none of them.
 */
export function takeNonce(rendered: string): { marked: string; finish: Finish } {
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
