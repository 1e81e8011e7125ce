import { Marked, type RendererObject } from 'marked'
import { escapeHtml } from '../../auth/mail/escape-html.ts'

type Options = {
  /** Makes the address of a link to a page of this site. */
  addressOf?: (path: string) => string
  /** What the elements have in a mail. */
  attributes?: Partial<Record<'paragraph' | 'heading' | 'list' | 'blockquote' | 'link', string>>
}

/**
 * What somebody typed in Markdown, as HTML without anything that could act: headings, paragraphs, lists,
 * quotations, bold, italics and links to web pages, addresses and numbers. All else is shown as it was
 * typed.
 */
export function markdownToHtml(markdown: string, options: Options = {}): string {
  return parse(markdown, htmlRenderer(options))
}

/** The same as plain text; the address of a link stands after its words, in angle brackets (RFC 3986, appendix C). */
export function markdownToText(markdown: string, options: Pick<Options, 'addressOf'> = {}): string {
  return parse(markdown, textRenderer(options))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function parse(markdown: string, renderer: RendererObject): string {
  return new Marked({ gfm: true, breaks: true, renderer }).parse(markdown, { async: false })
}

const OPENS = /^(?:https?:\/\/[^\s/]|mailto:[^\s@]+@|tel:\+?\d)/i
const OF_THIS_SITE = /^\/(?![/\\])/

/** Null for an address that does something else than open a page, a mail or a call. */
function safeAddress(href: string, addressOf: (path: string) => string = asItIs): string | null {
  if (OF_THIS_SITE.test(href)) return addressOf(href)
  return OPENS.test(href) ? href : null
}

function asItIs(path: string): string {
  return path
}

function htmlRenderer({ addressOf, attributes = {} }: Options): RendererObject {
  const typed = ({ raw }: { raw: string }) => escapeHtml(raw)
  const typedBlock = (token: { raw: string }) => `<p>${typed(token)}</p>\n`
  const open = (tag: string, kind: keyof typeof attributes) =>
    attributes[kind] === undefined ? `<${tag}>` : `<${tag} ${attributes[kind]}>`
  return {
    html: typed,
    image: typed,
    codespan: typed,
    del: typed,
    code: typedBlock,
    table: typedBlock,
    checkbox: () => '',
    hr: () => '',
    heading({ depth, tokens }) {
      const tag = depth > 2 ? 'h3' : 'h2'
      return `${open(tag, 'heading')}${this.parser.parseInline(tokens)}</${tag}>\n`
    },
    paragraph({ tokens }) {
      return `${open('p', 'paragraph')}${this.parser.parseInline(tokens)}</p>\n`
    },
    blockquote({ tokens }) {
      return `${open('blockquote', 'blockquote')}\n${this.parser.parse(tokens)}</blockquote>\n`
    },
    // The library leaves what follows a tag as it is.
    text(token) {
      const inner = 'tokens' in token && token.tokens
      return inner ? this.parser.parseInline(inner) : escapeHtml(token.text)
    },
    list({ ordered, start, items }) {
      const tag = ordered ? 'ol' : 'ul'
      const begins = ordered && start !== 1 ? ` start="${Number(start)}"` : ''
      const lines = items.map((item) => this.listitem(item)).join('')
      return `${open(tag + begins, 'list')}\n${lines}</${tag}>\n`
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens)
      const address = safeAddress(href, addressOf)
      if (address === null) return words
      return `${open(`a href="${escapeHtml(address)}"`, 'link')}${words}</a>`
    },
  }
}

function textRenderer({ addressOf }: Options): RendererObject {
  const typed = ({ raw }: { raw: string }) => raw
  const typedBlock = ({ raw }: { raw: string }) => `${raw}\n\n`
  return {
    html: typed,
    image: typed,
    codespan: typed,
    del: typed,
    code: typedBlock,
    table: typedBlock,
    checkbox: () => '',
    hr: () => '',
    br: () => '\n',
    text(token) {
      const inner = 'tokens' in token && token.tokens
      return inner ? this.parser.parseInline(inner) : token.text
    },
    strong({ tokens }) {
      return this.parser.parseInline(tokens)
    },
    em({ tokens }) {
      return this.parser.parseInline(tokens)
    },
    heading({ tokens }) {
      return `${this.parser.parseInline(tokens)}\n\n`
    },
    paragraph({ tokens }) {
      return `${this.parser.parseInline(tokens)}\n\n`
    },
    blockquote({ tokens }) {
      return this.parser.parse(tokens)
    },
    list({ items, ordered, start }) {
      const lines = items.map((item, n) => {
        const sign = ordered ? `${Number(start) + n}.` : '-'
        return `${sign} ${this.parser.parse(item.tokens).trim()}`
      })
      return `${lines.join('\n')}\n\n`
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens)
      const address = safeAddress(href, addressOf)?.replace(/^(?:mailto|tel):/, '') ?? words
      return address === words ? words : `${words} <${address}>`
    },
  }
}
