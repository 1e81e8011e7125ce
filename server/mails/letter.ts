import { escapeHtml } from '../../auth/mail/escape-html.ts'
import type { Message } from '../platform/mail.ts'

/** Line breaks are kept; `label` is the link's text in HTML, where `qr` is drawn. */
export type Part =
  | string
  | { facts: readonly (readonly [term: string, said: string])[] }
  | { words: string; link: string; label: string }
  | { words: string; qr: string; alt: string }

/** The same content as text and HTML. */
export function letter<To extends string | null>({
  to,
  subject,
  parts,
}: {
  to: To
  subject: string
  parts: readonly Part[]
}): Pick<Message, 'subject' | 'text' | 'qr'> & { to: To; html: string } {
  const qr = parts.flatMap((part) => (typeof part === 'object' && 'qr' in part ? part.qr : []))[0]
  return {
    to,
    subject,
    ...(qr !== undefined && { qr }),
    text: parts.map(inText).join('\n\n'),
    html: page(subject, parts.map(inHtml).join('\n')),
  }
}

function inText(part: Part): string {
  if (typeof part === 'string') return part
  if ('facts' in part) return part.facts.map(([term, said]) => `${term}: ${said}`).join('\n')
  return 'qr' in part ? part.words : `${part.words}\n${part.link}`
}

function inHtml(part: Part): string {
  if (typeof part === 'string') return paragraph(escapeHtml(part))
  if ('facts' in part) return list(part.facts)
  if ('qr' in part)
    return `${paragraph(escapeHtml(part.words))}
<p style="margin:0 0 24px"><img src="cid:qr" width="174" height="174" alt="${escapeHtml(part.alt)}" style="display:block;border:1px solid #c9d1d8"></p>`
  const { words, link, label } = part
  return `${paragraph(escapeHtml(words))}
<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(label)}</a></p>`
}

// The colours of web/ui/tokens.css, since a mail cannot load a style sheet.
const LETTERS = "font-family:'Source Sans 3',Verdana,sans-serif;font-size:18px;line-height:1.55"
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#10243e;color:#ffffff;font-weight:600;text-decoration:none'

function paragraph(html: string): string {
  return `<p style="margin:0 0 20px">${html.replaceAll('\n', '<br>')}</p>`
}

function list(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([term, said]) =>
      `<p style="margin:0;padding:10px 0;border-bottom:1px solid #c9d1d8"><strong style="display:inline-block;width:9.5em">${escapeHtml(term)}</strong> <span style="display:inline-block">${escapeHtml(said)}</span></p>`,
  )
  return `<div style="margin:0 0 24px;border-top:2px solid #10243e">${rows.join('\n')}</div>`
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:#fbfaf6;color:#17202b;${LETTERS}">
<div style="background:#10243e"><p style="max-width:26em;margin:0 auto;padding:16px 20px;color:#b2c8b8;font:600 24px/1.3 'Source Serif 4',Georgia,serif">CHAPS</p></div>
<div style="max-width:34.7em;margin:0 auto;padding:28px 20px 32px;overflow-wrap:anywhere">
${body}
</div>
</body>
</html>
`
}
