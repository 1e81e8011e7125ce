import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// What must never be committed: private keys, tokens of well-known services, passwords in addresses. Values for tests
// are made when the test runs, or say that they are examples.
const SECRETS = [
  /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----\r?\n[A-Za-z0-9+/=]{40}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bgithub_pat_[A-Za-z0-9_]{60}/,
  /\bxox[abprs]-[A-Za-z0-9-]{20}/,
  /\bsk_live_[A-Za-z0-9]{20}/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /\bSG\.[\w-]{22}\.[\w-]{43}\b/,
  /"d":\s*"[\w-]{43}"/,
]
const SKIPPED =
  /\.(?:png|jpg|webp|woff2|ico|xlsx|pdf|gz|br|webm|ttf)$|^server\/db\/migrations\/meta\//

test('no file of the repository holds a secret', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')
  const found = files
    .filter((file) => file && !SKIPPED.test(file))
    .filter((file) => isSecret(readFileSync(file, 'utf8')))
  expect(found).toEqual([])
})

test.each([
  ['a private key', `-----BEGIN PRIVATE ${'KEY'}-----\n${'MIGHAgEAMBMGByqGSM49'.repeat(3)}`],
  ['a token of a code host', `ghp_${'a1B2'.repeat(9)}`],
  ['a key of a cloud', `AKIA${'ABCD'.repeat(4)}`],
  ['a JSON Web Key with its private part', `{"kty":"EC","d":"${'aB3'.repeat(14)}c"}`],
])('%s is found', (_, text) => {
  expect(isSecret(text)).toBe(true)
})

function isSecret(text: string): boolean {
  return SECRETS.some((pattern) => pattern.test(text))
}
