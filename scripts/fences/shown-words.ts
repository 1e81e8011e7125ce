// Part of `npm run lint:words`: refuses, in sentences that people read, words that the charity does not
// use and word orders that no native writes. Sentences of the specification stand in specified.txt.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type ShownRule = { term: RegExp; say: string }
export type ShownFinding = { line: number; term: string; say: string }

const FILES = [
  'web/**/*.{ts,tsx}',
  'domain/**/*.ts',
  'server/{mails,sms,result-letters,claims,tubes}/**/*.ts',
  'content/policies/*.md',
  'docs/office.md',
]
const NOT_SHOWN = /\.test\.tsx?$|audit-actions|audit-text|care-audit/
const LITERAL =
  /\/\/.*|\/\*[\s\S]*?\*\/|'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g
/** A column or a field of one word. */
const LABEL = /^[A-Z][a-z]*(?:-[a-z]+)*$/
/** Text between elements; braces and code end it. */
const BETWEEN = /[>}]([^<>{}=;()]*[a-z] [^<>{}=;()]*)[<{]/g

export const SHOWN_RULES: readonly ShownRule[] = [
  { term: /\be-mails?\b/i, say: 'email' },
  { term: /\bhand-book\b/i, say: 'handbook' },
  {
    term: /\b(?:please|or|and|to|us,) ring\b|\bring (?:our|the|a|us|them|again)\b|\b(?:rings|rang|rung)\b/i,
    say: 'call',
  },
  { term: /\b(?:by|on the|the) telephone\b|\btelephone number/i, say: 'phone' },
  { term: /\bneed not\b/i, say: 'do not have to' },
  { term: /\b(?:was|were) (?:not )?[a-z]+ed yet\b/i, say: 'has not been … yet' },
  { term: /\balready[.!?]$/i, say: 'already before the verb' },
  { term: /\b(?:code|list|lead) of the day\b/i, say: 'day code, today’s list, day lead' },
  { term: /\b(?:us|it|this|them) so[:.]/i, say: 'like this' },
  { term: /\balso (?:when|if|after|where|as)\b/i, say: 'even if, even after' },
  { term: /\bmeanwhile\b/i, say: 'in the meantime, while you were working on it' },
  { term: /\b(?:out of|back into) use\b/i, say: 'archive, restore' },
  { term: /(?<!\/)\bdoubles\b/i, say: 'possible duplicates' },
  { term: /\b(?:person|one) who leads the day\b/i, say: 'day lead' },
  { term: /\bwaits (?:for|to|until|again)\b/i, say: 'is waiting' },
  {
    term: /\bhas to (?:decide|confirm|approve|sign|be (?:undone|settled|paid|refunded))\b/i,
    say: 'must',
  },
  {
    term: /\b(?:is|are|be) of (?:this|that|another|the|two) (?:member|person|people|man)\b/i,
    say: 'belongs to',
  },
  {
    term: /\btak(?:e|es|en|ing) (?:(?:it|this|them|money|a result) )?back\b|\btook (?:it |this )?back\b/i,
    say: 'withdraw a result, undo an entry, reverse a payment',
  },
  {
    term: /\b(?:pay|pays|paid|paying) (?:(?:it|this|that|you|the money|£\d\S*|\$\{[^}]*\}) )?back\b/i,
    say: 'refund',
  },
  { term: /\bwhat (?:becomes|became) of\b/i, say: 'what happens to' },
  { term: /\bat once\b/i, say: 'straight away' },
  { term: /\bbirth dates?\b/i, say: 'date of birth' },
  { term: /\b(?:a|any|the|that|wrong|whole) sums?\b/i, say: 'amount, total' },
  { term: /\bunder way\b/i, say: 'in progress' },
  { term: /[“”]/, say: '‘single quotes’' },
  {
    term: /\b(?:It|This) is (?:recorded|revoked|saved|signed|stopped|undone|released)[.!]/,
    say: 'has been',
  },
]

/** Values that are stored, and shown in other words. */
const STORED = new Set([
  'birth date',
  'GP appointment taken back',
  'erasure taken back',
  'take back asked',
  'take back dropped',
  'taken back',
  'under way',
  'waits for a second person',
])

/** The findings in the sentences of one file; a Markdown file is read as it is. */
export function shownFindings(
  text: string,
  { isProse, specified = [] }: { isProse: boolean; specified?: readonly string[] },
): ShownFinding[] {
  return sentencesOf(text, isProse).flatMap(({ at, words }) => {
    const own = specified.reduce((left, sentence) => left.replace(sentence, ''), words)
    return SHOWN_RULES.flatMap(({ term, say }) => {
      const [found] = term.exec(own) ?? []
      return found ? [{ line: text.slice(0, at).split('\n').length, term: found, say }] : []
    })
  })
}

type Sentence = { at: number; words: string }

function sentencesOf(text: string, isProse: boolean): Sentence[] {
  if (isProse) {
    let at = 0
    return text.split('\n').map((words) => {
      const sentence = { at, words }
      at += words.length + 1
      return sentence
    })
  }
  const code = text.replace(LITERAL, (whole) => whole.replace(/[^\n]/g, ' '))
  return [
    ...[...text.matchAll(LITERAL)].map(({ index, 1: a, 2: b, 3: c }) => ({
      at: index,
      words: (a ?? b ?? c ?? '').replace(/\s+/g, ' '),
    })),
    ...[...code.matchAll(BETWEEN)].map(({ index, 1: words = '' }) => ({
      at: index,
      words: words.replace(/\s+/g, ' ').trim(),
    })),
  ].filter(({ words }) => (/[a-z] [a-z]/i.test(words) || LABEL.test(words)) && !STORED.has(words))
}

function check() {
  const root = join(import.meta.dirname, '../..')
  const specified = readFileSync(join(import.meta.dirname, 'specified.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  const files = globSync(FILES, { cwd: root }).filter((file) => !NOT_SHOWN.test(file))
  let findings = 0
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const { line, term, say } of shownFindings(text, {
      isProse: file.endsWith('.md'),
      specified,
    })) {
      findings += 1
      console.error(`${file}:${line} shows '${term}'; say: ${say}`)
    }
  }
  console.log(`${files.length} files with sentences, ${findings} that a native would not write`)
  if (findings > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) check()
