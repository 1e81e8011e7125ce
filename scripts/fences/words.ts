// `npm run lint:words`: refuses private words where the field has a term. String literals,
// quotations and content/, which members and visitors read, are not checked.
import { globSync, readFileSync } from 'node:fs'

type Place = 'path' | 'code' | 'comment' | 'title' | 'document'
type Rule = { term: RegExp; say: string; where: Place[] }
export type Finding = { line: number; term: string; say: string }

const FILES = [
  '*.{md,mjs,ts}',
  '{auth,bench,content,docs,domain,e2e,scripts,server,standins,test,web}/**/*.{md,mjs,mts,ts,tsx}',
]
const NOT_CHECKED = /^content\/|^scripts\/fences\/words/
const LITERAL_OR_COMMENT =
  /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/)/
const TITLE_FOLLOWS = /(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*$/
const TEST = /\.(?:test|e2e)\.tsx?$/

const NAMES: Place[] = ['path', 'code', 'comment', 'document']
const SENTENCES: Place[] = ['comment', 'title', 'document']
const PERSON = 'the member, the visitor, the user, they'
export const RULES: Rule[] = [
  name('sendKept|send-kept|writeVariant|write-variant|forgetAll', 'cached response, clear'),
  name('takeGuess|takeOrRefuse|guess_counters|guessCounters', 'consume, rate limit'),
  name('householdOf|addressGroup', 'ipPrefix'),
  name('answerOnce|answer-once', 'withIdempotencyKey'),
  name('hear-notification|settle-news', 'receive-webhook, process-webhook'),
  name('look-after-\\w+|lookAfter\\w+', 'reconcile-payments, advance-waiting-lists'),
  name('give-back|giveBack\\w*|isBack|refunding\\/', 'release, refund, return'),
  name('takeTurn|giveBackTurn', 'acquireLease, releaseLease'),
  name('enterMoney|payments\\/books', 'insertLedgerEntry, ledger/'),
  name('keepHold|extendHold|keepPlace', 'extendHoldTo, extendHoldOnce, ensureHold'),
  name('lockHisPlaces|whyNotHis|isHis', 'lockMembersPlaces, belongsToMember'),
  name('findWhatIsKnown|lookUp', 'loadBookingContext, checkBooking'),
  name('tellMembers|tell-members|for-each\\.ts', 'sendNotices, forEachSafely'),
  name('heldBecause|held-because', 'spamReason'),
  name('auth\\/lane|auth\\/alone|overtaken\\.ts', 'hash-queue, standalone/, retry-on-conflict'),
  name('(?:test|server)\\/promises|odd-[\\w-]+', 'invariants/, fuzz'),
  name('letGo', 'release'),
  {
    term: /(?:^|\/)(?:prepared|settled|findable|unknown|arrival|tell|deal|lose|trouble)\.tsx?$/,
    say: 'prepared-query, settlement, seo, placeholders, route-focus, progress, problem',
    where: ['path'],
  },
  {
    term: /\b(?:type|interface|class|function|const|let) (?:(?:App|Booking|Pay|Payment)?Parts|Together|Repeatable|Settled|Made|Kept|Wish|Ask|Arrival|deal|lose|trouble)\b/,
    say: 'Deps, IdempotentRequest, Settlement, ...Params, handleError, problem, or what it is',
    where: ['code'],
  },
  {
    term: /\b(?:his|him|hers)[A-Z]\w*|\b\w*[a-z](?:His|Him)(?![a-z])\w*|\b(?:const|let) (?:he|his|him)\b/,
    say: PERSON,
    where: ['code'],
  },
  { term: /\b(?:he|him|his|himself)\b/i, say: PERSON, where: SENTENCES },
  {
    term: /\b(?:gives?|gave|given|giving) back\b/i,
    say: 'release, refund, return',
    where: SENTENCES,
  },
  { term: /\b(?:is|are|be|been|was|were) told\b/i, say: 'gets, receives, reads', where: SENTENCES },
  { term: /\bhears?\b/i, say: 'gets, receives, reads', where: SENTENCES },
  {
    term: /\b(?:database|provider|server|service) (?:is|was) away\b/i,
    say: 'unavailable',
    where: SENTENCES,
  },
]

function name(terms: string, say: string): Rule {
  return { term: new RegExp(`\\b(?:${terms})(?!\\w)`), say, where: NAMES }
}

export function findPrivateWords(path: string, text: string): Finding[] {
  const texts = split(path, text)
  const found = RULES.flatMap(({ term, say, where }) =>
    where.flatMap((place) =>
      [...texts[place].matchAll(new RegExp(term, `g${term.flags}`))].map((match) => ({
        line: texts[place].slice(0, match.index).split('\n').length,
        term: match[0],
        say,
      })),
    ),
  )
  return found.sort((a, b) => a.line - b.line)
}

/** The text once for each place, with all else blanked so that lines stay where they are. */
function split(path: string, text: string): Record<Place, string> {
  const texts = { path, code: '', comment: '', title: '', document: '' }
  if (path.endsWith('.md')) return { ...texts, document: withoutQuotes(text) }
  const tokens = text.split(LITERAL_OR_COMMENT)
  const keep = (kept: (token: string, n: number) => string) =>
    tokens.map((token, n) => kept(token, n).padEnd(token.length)).join('')
  const isTitle = (n: number) => n % 2 === 1 && TITLE_FOLLOWS.test(tokens[n - 1] ?? '')
  return {
    ...texts,
    code: keep((token, n) => (n % 2 === 0 ? token : blank(token))),
    comment: withoutQuotes(keep((token) => (/^\/[/*]/.test(token) ? token : blank(token)))),
    title: TEST.test(path)
      ? keep((token, n) => (isTitle(n) ? ` ${withoutQuotes(token.slice(1, -1))}` : blank(token)))
      : '',
  }
}

function withoutQuotes(text: string): string {
  return text.replace(/(?<!\w)'[^'\n]*'(?!\w)|"[^"\n]*"|“[^”]*”|‘[^’\n]*’(?!\w)/g, blank)
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

if (import.meta.main) {
  const paths = globSync(FILES).filter((path) => !NOT_CHECKED.test(path))
  const found = paths.flatMap((path) =>
    findPrivateWords(path, readFileSync(path, 'utf8')).map(
      ({ line, term, say }) => `${path}:${line} says '${term}'; say: ${say}`,
    ),
  )
  for (const one of found) console.error(one)
  console.log(`${paths.length} files, ${found.length} private words`)
  process.exitCode = found.length > 0 ? 1 : 0
}
