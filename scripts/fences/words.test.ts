import { expect, test } from 'vitest'
import { findPrivateWords, RULES } from './words.ts'

const refused: [path: string, text: string, term: string][] = [
  ['server/send-kept.ts', '', 'send-kept'],
  ['auth/x.ts', 'takeGuess(db)', 'takeGuess'],
  ['auth/x.ts', 'const ip = addressGroup(x)', 'addressGroup'],
  ['docs/x.md', '`answerOnce` hands a verb on', 'answerOnce'],
  ['server/checkout/payments/settle-news.ts', '', 'settle-news'],
  ['server/look-after-waiting.ts', '', 'look-after-waiting'],
  ['server/x.ts', 'await giveBackMoney(tx)', 'giveBackMoney'],
  ['server/x.ts', 'if (await takeTurn(db)) return', 'takeTurn'],
  ['server/payments/books/x.ts', '', 'payments/books'],
  ['server/x.ts', '// Calls extendHold once.', 'extendHold'],
  ['server/x.ts', 'whyNotHis(order)', 'whyNotHis'],
  ['server/x.ts', 'await findWhatIsKnown(q)', 'findWhatIsKnown'],
  ['server/care/reminders/tell-members.ts', '', 'tell-members'],
  ['server/x.ts', 'return { heldBecause }', 'heldBecause'],
  ['auth/lane.ts', '', 'auth/lane'],
  ['test/fuzz/odd-values.ts', '', 'odd-values'],
  ['web/x.ts', 'letGo()', 'letGo'],
  ['web/seo/findable.ts', '', '/findable.ts'],
  ['server/x.ts', 'export type BookingParts = Deps', 'type BookingParts'],
  ['web/x.tsx', 'const trouble = 1', 'const trouble'],
  ['server/x.ts', 'lock(toHisAppointments)', 'toHisAppointments'],
  ['server/x.ts', 'where(isHeldByHim(q))', 'isHeldByHim'],
  ['server/x.ts', 'const { id } = 1 /* he pays */', 'he'],
  ['docs/x.md', 'A member and\nhis appointment.', 'his'],
  ['server/x.test.ts', "test('he pays', () => {})", 'he'],
  ['e2e/x.e2e.ts', "test.each([1])('of %s are his', () => {})", 'his'],
  ['server/x.ts', '/** Money that was given back. */', 'given back'],
  ['server/x.test.ts', "describe('a member\\'s mail', () => test('is told', f))", 'is told'],
  ['web/x.tsx', '{/* The page hears of it. */}', 'hears'],
  ['docs/x.md', 'while the provider is away', 'provider is away'],
]
const allowed: [path: string, text: string][] = [
  ['web/x.tsx', '<p>Ask him whether he agrees</p>'],
  ['server/messages/mails/x.ts', "const text = 'He is told. // his'"],
  ['server/x.test.ts', "expect(page).toContain('his')"],
  ['server/x.test.ts', 'test("the page says \'he pays\'", f)'],
  ['docs/x.md', "Pages read 'Ask him'."],
  ['server/x.ts', 'const history = thisHistory + historic(chime)'],
  ['server/x.ts', '// The theory: this member is notified.'],
  ['server/deps.ts', "import { x } from './parts.ts'\ntype Deps = { ask: Question }"],
  ['auth/hash-queue.ts', 'acquireLease(db)'],
]

test.each(refused)('in %s, %s is refused', (path, text, term) => {
  expect(findPrivateWords(path, text).map((found) => found.term)).toContain(term)
})

test.each(allowed)('in %s, %s is allowed', (path, text) => {
  expect(findPrivateWords(path, text)).toEqual([])
})

test('each rule refuses one of these', () => {
  const terms = refused.flatMap(([path, text]) => findPrivateWords(path, text))
  expect(RULES.filter((rule) => !terms.some(({ term }) => rule.term.test(term)))).toEqual([])
})

test('a finding names its line', () => {
  const text = "const a = 'his'\n/* One\n * two\n */\n\n// Where he pays.\n"
  expect(findPrivateWords('server/x.ts', text)).toEqual([
    { line: 6, term: 'he', say: 'the member, the visitor, the user, they' },
  ])
})
