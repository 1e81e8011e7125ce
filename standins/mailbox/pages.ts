import type { KeptMessage } from './messages.ts'

/** For the mailbox's own pages: no scripts. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'"
/** For a mail's HTML: neither scripts nor requests. */
export const PICTURE_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

const STYLE = `
  body { font: 18px/1.5 'Source Sans 3', Verdana, sans-serif; color: #17202b; background: #fbfaf6;
    max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font: 600 1.9rem/1.2 'Source Serif 4', Georgia, serif; color: #10243e }
  a { color: #1b4f8f } :focus-visible { outline: 3px solid #10243e; outline-offset: 2px }
  table { width: 100%; border-collapse: collapse } th, td { text-align: left; padding: .5rem .75rem .5rem 0;
    border-bottom: 1px solid #c9d1d8; overflow-wrap: anywhere; vertical-align: top }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; background: #fff;
    border: 1px solid #c9d1d8 }
  iframe { width: 100%; height: 40rem; background: #fff; border: 1px solid #c9d1d8 }`

export function listPage(messages: KeptMessage[]): string {
  const rows = messages.map(
    ({ id, to, subject, receivedAt }) => `<tr>
      <td><a href="/messages/${id}">${escaped(subject || '(no subject)')}</a></td>
      <td>${escaped(to.join(', '))}</td><td>${timeOf(receivedAt)}</td></tr>`,
  )
  const table = `<table><thead><tr><th scope="col">Subject</th><th scope="col">To</th>
    <th scope="col">Received (UTC)</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  return page(
    'Mailbox',
    `<p>TEST MODE: the site's mail arrives here and nowhere else.</p>
     ${messages.length === 0 ? '<p>Nothing has arrived yet. Reload to look again.</p>' : table}`,
  )
}

export function messagePage({ id, from, to, subject, text, html, files, receivedAt }: KeptMessage) {
  const facts = [
    ['From', from],
    ['To', to.join(', ')],
    ['Received (UTC)', timeOf(receivedAt)],
    ...(files.length > 0 ? [['Attached', files.join(', ')]] : []),
  ].map(
    ([name = '', value = '']) => `<tr><th scope="row">${name}</th><td>${escaped(value)}</td></tr>`,
  )
  const picture = `<h2>As HTML</h2><iframe sandbox title="The message as HTML"
    src="/messages/${id}/html"></iframe>`
  return page(
    subject || '(no subject)',
    `<p><a href="/">All messages</a></p><table>${facts.join('')}</table>
     <h2>As text</h2><pre>${linked(text)}</pre>${html === null ? '' : picture}`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
    <style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`
}

function linked(text: string): string {
  return escaped(text).replace(/https?:\/\/[^\s<>]+/g, (url) => `<a href="${url}">${url}</a>`)
}

function timeOf(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ')
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
