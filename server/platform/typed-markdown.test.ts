import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownToHtml, markdownToText } from './typed-markdown.ts'

const WRITTEN = [
  '# Hello',
  '',
  'One line',
  'and **another**, *slanted*.',
  '',
  '- first [our events](/book-event-main)',
  '- second',
  '',
  '3. three',
  '4. four',
  '',
  '#### Small',
  '',
  '> said',
].join('\n')

describe('a text in Markdown', () => {
  test('is HTML of a few elements', () => {
    expect(markdownToHtml(WRITTEN)).toBe(
      [
        '<h2>Hello</h2>',
        '<p>One line<br>and <strong>another</strong>, <em>slanted</em>.</p>',
        '<ul>',
        '<li>first <a href="/book-event-main">our events</a></li>',
        '<li>second</li>',
        '</ul>',
        '<ol start="3">',
        '<li>three</li>',
        '<li>four</li>',
        '</ol>',
        '<h3>Small</h3>',
        '<blockquote>',
        '<p>said</p>',
        '</blockquote>',
        '',
      ].join('\n'),
    )
  })

  test('is plain text with the addresses of its links', () => {
    const text = markdownToText(WRITTEN, { addressOf: (path) => `https://charity.example${path}` })
    expect(text).toBe(
      [
        'Hello',
        '',
        'One line',
        'and another, slanted.',
        '',
        '- first our events <https://charity.example/book-event-main>',
        '- second',
        '',
        '3. three',
        '4. four',
        '',
        'Small',
        '',
        'said',
      ].join('\n'),
    )
  })

  test('has the attributes that a mail gives its elements', () => {
    const attributes = { paragraph: 'class="p"', link: 'class="link"' }
    expect(markdownToHtml('[us](https://a.example)', { attributes })).toBe(
      '<p class="p"><a href="https://a.example" class="link">us</a></p>\n',
    )
  })

  test.each([
    ['[x](javascript:alert(1))', '<p>x</p>\n'],
    ['[x](JaVaScRiPt:alert`1`)', '<p>x</p>\n'],
    ['[x](data:text/html,hello)', '<p>x</p>\n'],
    ['[x](//evil.example)', '<p>x</p>\n'],
    ['[x](/\\evil.example)', '<p>x</p>\n'],
    ['<b onclick=alert(1)>x</b>', '<p>&#60;b onclick=alert(1)&#62;x&#60;/b&#62;</p>\n'],
    ['<script>alert(1)</script>', '&#60;script&#62;alert(1)&#60;/script&#62;'],
    ['![a](https://evil.example/seen.png)', '<p>![a](https://evil.example/seen.png)</p>\n'],
    ['`<i>`', '<p>`&#60;i&#62;`</p>\n'],
    [
      '[a](https://a.example/"onx="1)',
      '<p><a href="https://a.example/&#34;onx=&#34;1">a</a></p>\n',
    ],
    ['Tom & "Jerry" &amp; Co', '<p>Tom &#38; &#34;Jerry&#34; &#38;amp; Co</p>\n'],
  ])('%s cannot act', (typed, html) => {
    expect(markdownToHtml(typed)).toBe(html)
  })
})

const TAGS =
  /<\/?(?:h2|h3|p|ul|ol|li|blockquote|strong|em|br)>|<ol start="\d+">|<a href="[^"<>\s]*">|<\/a>/g
const PIECES = [
  ...'<>&"\'`*_[]()!#|\\-+~:\n \t1',
  '<script>',
  '</p>',
  'javascript:',
  'data:',
  'https://a.example',
  '](',
  '![',
  'onerror=',
  '&#x6a;',
  '&lt;',
  '```',
  '| a |\n|---|\n',
  '- [ ] ',
  '> ',
  '[a]: javascript:x\n[a]',
]

describe('whatever is typed', () => {
  const typed = fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 6 })), {
      maxLength: 60,
    })
    .map((pieces) => pieces.join(''))

  test('makes no other element than these, and no address that acts', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const html = markdownToHtml(text)
        expect(html.replaceAll(TAGS, '')).not.toMatch(/[<>]/)
        for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
          expect(href).toMatch(/^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i)
        markdownToText(text)
      }),
      { numRuns: 1_000 },
    )
  })
})
