import { headingId } from './heading-id.ts'
import { toHtml } from './read-document.ts'

/** A section under a heading of depth 2 or 3; `html` starts with the heading. */
export type HandbookPart = { id: string; title: string; depth: number; html: string }

const HEADING = /^(#{2,3}) (.+)$/m

/**
 * The handbook for volunteers (docs/office.md) in parts, without its title. `addressOf` says where the
 * office finds a file that the handbook names by a path beside itself ('office/today.png').
 */
export function readHandbook(
  markdown: string,
  addressOf: (file: string) => string,
): HandbookPart[] {
  const addressOfFile = (href: string) => (href.startsWith('#') ? href : addressOf(href))
  const [, ...texts] = markdown.split(/^(?=#{2,3} )/m)
  return texts.map((text) => {
    const [, signs = '', title = ''] = HEADING.exec(text) ?? []
    return { id: headingId(title), title, depth: signs.length, html: toHtml(text, addressOfFile) }
  })
}
