// A number or address that nobody confirmed never decides whose something is.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FUNCTION =
  /^(?:export )?(?:async )?function (\w+)[\s\S]*?\n\}\n|^(?:export )?const (\w+)[\s\S]*?\n(?=\n|$)/gm
/** In a condition, not as a column that is read. */
const BY_PHONE =
  /(?:eq|ne|inArray|ilike|like)\([^)]*\bmembers\.phone\b|(?:concat_ws|regexp_replace|lower|right|strpos)\([^`]*\bmembers\.phone\}|members\.phone\}\s*(?:=|in\b|like|ilike|~)|\b\w+\.phone\s*(?:=|in\b|like|ilike|~)\s*(?:any|\$)/
const BY_EMAIL =
  /(?:eq|inArray)\([^)]*\bmembers\.email\b|lower\(\$\{members\.email\}\)[^\n]*(?:=|\bin\b|> 0)|members\.email\}\s*(?:=|like|ilike|~)/

/** Lookups that decide nothing, or by an address that was confirmed, each with its reason. */
const ALLOWED: Record<string, string> = {
  matches: 'the office searches the attendees of an event',
  isBeside: 'the office searches members',
  listSenders: 'the office reads whom a message may be from',
  findByEmail: 'the office searches members',
  listNotContacted: 'the office invites nobody at an address of the dead alone',
  isMailOfTheDead: 'nothing is sent to an address of the dead alone',
  isAddressShared: 'whether others use the address too: then less is deleted',
}

test('members are looked up by no number or address that nobody confirmed', () => {
  const found = globSync('server/**/*.queries.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(FUNCTION)].flatMap(([text, name, constant]) =>
      BY_PHONE.test(text) || BY_EMAIL.test(text) ? [name ?? constant ?? file] : [],
    ),
  )
  expect(found.filter((name) => !(name in ALLOWED))).toEqual([])
  // The fence sees what it is for.
  expect(Object.keys(ALLOWED).filter((name) => !found.includes(name))).toEqual([])
})
