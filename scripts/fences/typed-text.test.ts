// What somebody typed reaches others in a message of the charity by one rule alone.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const MESSAGES = globSync([
  'server/messages/mails/*.ts',
  'server/messages/sms/*.ts',
  'auth/mail/*.ts',
]).filter((file) => !file.endsWith('.test.ts') && !file.endsWith('sample-mails.ts'))
/** A name that is shown, other than by the functions of domain/person-name.ts. */
const SHOWN_NAME = /\$\{[^}]*\b(?:firstName|lastName|first_name|last_name|display_name)\b[^}]*\}/
const FREE_TEXT = /\b(?:note|notes|supportNote|support_note|comment|comments|freeText)\b/

/** What somebody else wrote, each with the reason why it may be sent. */
const WRITTEN: Record<string, string> = {
  'contact-message.ts': 'to the office alone: the form of the sender',
  'host-request.ts': 'to the office alone: the form of the sender',
}

test('no mail or text message shows a name other than by the rule of names', () => {
  expect(MESSAGES.length).toBeGreaterThan(50)
  const shown = MESSAGES.filter((file) => SHOWN_NAME.test(readFileSync(file, 'utf8')))
  expect(shown).toEqual([])
})

test('no letter or message greets by a name other than by the rule of names', () => {
  const files = globSync(['server/**/*.ts', 'domain/**/*.ts', 'auth/mail/*.ts'])
  const greeting = files.filter((file) => {
    if (file.endsWith('.test.ts') || file === 'domain/person-name.ts') return false
    return /`(?:Dear|Hello) \$\{(?!nameInMessages\()/.test(readFileSync(file, 'utf8'))
  })
  expect(greeting).toEqual([])
})

test('no mail or text message carries a note', () => {
  const carrying = MESSAGES.filter((file) => {
    const isAllowed = Object.keys(WRITTEN).some((name) => file.endsWith(`/${name}`))
    const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'[^'\n]*'/gm, '')
    return !isAllowed && FREE_TEXT.test(code)
  })
  expect(carrying).toEqual([])
})
