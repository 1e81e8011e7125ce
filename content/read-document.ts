import { Marked, type Token, type Tokens } from 'marked'
import { parse } from 'yaml'
import type * as z from 'zod/mini'
import { headingId } from './heading-id.ts'

export type Document<T> = { meta: T; html: string }

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/

/** Escapes raw HTML and adds ids to headings. Throws Error naming `name` for invalid front matter. */
export function readDocument<T>(name: string, text: string, shape: z.ZodMiniType<T>): Document<T> {
  const [, front, body] = FRONT_MATTER.exec(text) ?? []
  if (front === undefined || body === undefined) throw new Error(`${name} has no front matter`)
  const meta = shape.safeParse(parse(front))
  if (!meta.success) {
    const problems = meta.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`${name}: ${problems.join('; ')}`)
  }
  return { meta: meta.data, html: toHtml(body) }
}

/** A section under one h2; `html` is without the heading. */
export type Part = { id: string; title: string; html: string }

/** Throws Error naming `name` unless the text consists of plain `##` sections. */
export function partsOf(name: string, html: string): Part[] {
  return html.split(/(?=<h2 )/).map((part) => {
    const [heading = '', id, title] = /^<h2 id="([^"]+)">([^<&]+)<\/h2>/.exec(part) ?? []
    if (!id || !title) throw new Error(`${name} must be made of headings in plain words`)
    return { id, title, html: part.slice(heading.length) }
  })
}

export function headingsOf(html: string): Pick<Part, 'id' | 'title'>[] {
  const headings = html.matchAll(/<h2 id="([^"]+)">([^<&]+)<\/h2>/g)
  return [...headings].map(([, id = '', title = '']) => ({ id, title }))
}

const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => asText(text),
    // The library leaves what follows a tag such as <script> as it is.
    text: (token: Tokens.Text | Tokens.Escape) =>
      'escaped' in token && token.escaped === true ? asText(token.text) : false,
    heading({ tokens, depth, text }: Tokens.Heading) {
      const id = headingId(text)
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    table(token: Tokens.Table) {
      const row = (cells: string[], tag: 'th' | 'td', scope: string) =>
        `<tr>${cells.map((cell) => `<${tag}${scope}>${cell}</${tag}>`).join('')}</tr>`
      const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens)
      const head = row(token.header.map(inline), 'th', ' scope="col"')
      const body = token.rows.map((cells) => row(cells.map(inline), 'td', '')).join('')
      const name = asText(`Table: ${token.header.map(({ text }) => text).join(', ')}`)
      // Wide tables scroll on their own, also by keyboard.
      return `<section class="table-scroll" tabindex="0" aria-label="${name}"><table><thead>${head}</thead><tbody>${body}</tbody></table></section>\n`
    },
  },
})

/** As of `readDocument`. `addressOf` makes the addresses of pictures and links from those in the text. */
export function toHtml(markdown: string, addressOf?: (file: string) => string): string {
  const walkTokens = (token: Token) => {
    if (!addressOf || (token.type !== 'image' && token.type !== 'link')) return
    token.href = addressOf(token.href)
  }
  return marked.parse(markdown, { async: false, walkTokens })
}

function asText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
