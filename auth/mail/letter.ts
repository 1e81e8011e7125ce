import { escapeHtml } from './escape-html.ts'
import { DARK_AND_NARROW, STYLES } from './letter-styles.ts'

/**
 * Line breaks are kept; `label` is the link's text in HTML, where `qr` is drawn. `html` is taken as it
 * is, beside the same as text.
 */
export type Part =
  | string
  | { heading: string }
  | { facts: readonly (readonly [term: string, said: string])[] }
  | { words: string; link: string; label: string }
  | { words: string; qr: string; alt: string }
  | { html: string; text: string }

/** Head and foot of every mail. A line of the foot may end in a telephone number. */
export type Letterhead = {
  name: string
  tagline: string
  foot: readonly (string | { words: string; phone: string })[]
}

/** The same content as text and HTML, which fits 320 px and follows the reader's dark mode. */
export function writeLetter(
  letterhead: Letterhead,
  { subject, parts }: { subject: string; parts: readonly Part[] },
): { text: string; html: string } {
  const head = [letterhead.name, letterhead.tagline].filter(Boolean).join('\n')
  const foot = letterhead.foot.map((line) =>
    typeof line === 'string' ? line : `${line.words} ${line.phone}`,
  )
  return {
    text: `${[head, ...parts.map(inText), ['-- ', ...foot].join('\n')].join('\n\n')}\n`,
    html: page(subject, letterhead, parts.map(inHtml).join('\n')),
  }
}

function inText(part: Part): string {
  if (typeof part === 'string') return part
  if ('heading' in part) return part.heading
  if ('facts' in part) return part.facts.map(([term, value]) => `${term}: ${value}`).join('\n')
  if ('html' in part) return part.text
  return 'qr' in part ? part.words : `${part.words}\n${part.link}`
}

function inHtml(part: Part): string {
  if (typeof part === 'string') return paragraph(part)
  if ('heading' in part) return `<h2 style="${STYLES.heading}">${inOneLine(part.heading)}</h2>`
  if ('facts' in part) return list(part.facts)
  if ('html' in part) return part.html
  if ('qr' in part)
    return `${paragraph(part.words)}
<p style="margin:0 0 24px"><img src="cid:qr" width="174" height="174" alt="${escapeHtml(part.alt)}" style="${STYLES.code}"></p>`
  const { words, link, label } = part
  return `${paragraph(words)}
<p style="margin:0 0 24px"><a class="button" href="${escapeHtml(link)}" style="${STYLES.button}">${escapeHtml(label)}</a></p>`
}

function paragraph(words: string): string {
  return `<p style="margin:0 0 20px">${inOneLine(words).replaceAll('\n', '<br>')}</p>`
}

function list(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([term, value]) =>
      `<tr><th scope="row" class="rule term" style="${STYLES.term}">${inOneLine(term)}</th> <td class="rule said" style="${STYLES.said}">${inOneLine(value)}</td></tr>`,
  )
  return `<table class="top" style="${STYLES.facts}"><tbody>${rows.join('\n')}</tbody></table>`
}

/** For HTML, with telephone numbers and postcodes that no line break divides. */
function inOneLine(text: string): string {
  return escapeHtml(text).replace(
    /\b(?:0\d{2,4} \d{3,4} \d{3,4}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})\b/g,
    (kept) => kept.replaceAll(' ', '&nbsp;'),
  )
}

function page(title: string, { name, tagline, foot }: Letterhead, body: string): string {
  const line = tagline && `<br><span style="${STYLES.tagline}">${escapeHtml(tagline)}</span>`
  return `<!DOCTYPE html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>
<style>${DARK_AND_NARROW}</style></head>
<body class="page" style="${STYLES.page}">
<div class="head" style="background:#10243e"><p style="${STYLES.name}">${escapeHtml(name)}${line}</p></div>
<div style="${STYLES.body}">
${body}
</div>
<div style="${STYLES.foot}"><p class="soft" style="${STYLES.footLines}">${foot.map(footLine).join('<br>')}</p></div>
</body>
</html>
`
}

function footLine(line: Letterhead['foot'][number]): string {
  if (typeof line === 'string') return inOneLine(line)
  const { words, phone } = line
  return `${escapeHtml(words)} <a class="link" href="tel:${phone.replaceAll(' ', '')}" style="${STYLES.link}">${escapeHtml(phone).replaceAll(' ', '&nbsp;')}</a>`
}
