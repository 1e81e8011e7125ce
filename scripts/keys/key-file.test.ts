import { expect, test } from 'vitest'
import { decryptKeys, encryptKeys } from './key-file.ts'

const PASSPHRASE = 'correct horse battery staple'
const settings = { FIELD_KEYS: '{"current":"1"}', AUTH_SIGNING_KEYS: null }

test('keys open with the passphrase, and the file shows nothing of them', () => {
  const file = encryptKeys(settings, PASSPHRASE)
  expect(file).not.toContain('current')
  expect(decryptKeys(file, PASSPHRASE)).toEqual(settings)
})

test('another passphrase, a changed file and another file are refused', () => {
  const file = encryptKeys(settings, PASSPHRASE)
  expect(() => decryptKeys(file, `${PASSPHRASE}!`)).toThrow('passphrase is wrong')
  const parsed = JSON.parse(file)
  const text = Buffer.from(parsed.text, 'base64')
  text.writeUInt8(text.readUInt8(3) ^ 1, 3)
  const changed = JSON.stringify({ ...parsed, text: text.toString('base64') })
  expect(() => decryptKeys(changed, PASSPHRASE)).toThrow('file was changed')
  expect(() => decryptKeys('{}', PASSPHRASE)).toThrow('no file of keys')
})

test('a short passphrase is refused', () => {
  expect(() => encryptKeys(settings, 'short')).toThrow('at least 20 characters')
})
