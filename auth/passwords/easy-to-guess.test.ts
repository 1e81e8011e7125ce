import { describe, expect, test } from 'vitest'
import { LEAKED_PASSWORDS } from './common-passwords.ts'
import { isEasyToGuess, wordsIn } from './easy-to-guess.ts'

const WORDS = [
  'The Weir',
  'kestrel',
  'james.carter58@fenland',
  '447700900118',
  'Zoë Ödman',
].flatMap(wordsIn)

describe('easy to guess', () => {
  test.each([
    ...['kestrel', 'KESTREL', 'kestrel1', 'kestrel20270114', '!!kestrel!!', '123kestrel'],
    ...['k3str3l', 'K3$tre1', 'ke5trel99', 'kestrelkestrel', 'kestrel-weir', 'theweir2027'],
    ...['kestreltest', 'testkestrel1', 'kestrelqwerty', 'kestrel.abcd', 'mykestrel1'],
    ...['jamescarter', 'Carter1958', 'c4rter!', 'james.carter58', 'fenland99', 'carterjames'],
    ...['447700900118', '447700900118!', 'zoëödman', 'Zoe\u0308 1990'],
    ...['P@ssw0rd2024', 'qwertyuiop', '0987654321', 'aaaaaaaa', 'l1verpool', 'Ch1cken1'],
  ])('is %s', (password) => {
    expect(isEasyToGuess(password, WORDS)).toBe(true)
  })

  test('are all of ten thousand of leaked lists, also with a capital, figures and a sign', () => {
    expect(LEAKED_PASSWORDS.size).toBeGreaterThan(40_000)
    for (const word of [...LEAKED_PASSWORDS].slice(0, 10_000)) {
      expect(isEasyToGuess(word, [])).toBe(true)
      if (/[a-z]$/.test(word)) expect(isEasyToGuess(`${capital(word)}12!`, [])).toBe(true)
    }
  })

  test.each(['buster', 'boston', '123qwe', 'midnight', 'steelers', 'Steelers9!'])(
    'is %s, which the short list did not have',
    (password) => expect(isEasyToGuess(password, [])).toBe(true),
  )

  test.each([
    ...['heron-on-the-weir', 'kestrel-over-the-fen', 'red kettle on the hob', 'tractor-river-lamp'],
    ...['häh?çé', 'xK9#mQ2vL', 'carterbarn', 'guardian-angels', 'screening-demo'],
    ...['7d1f0a8e93b2', 'пароль-из-слов'],
  ])('is not %s', (password) => {
    expect(isEasyToGuess(password, WORDS)).toBe(false)
  })
})

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
