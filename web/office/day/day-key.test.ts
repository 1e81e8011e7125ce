import { expect, test } from 'vitest'
import { keyOf, newDayCode, newSalt, seal, unseal } from './day-key.ts'

test('what a tablet keeps opens with its code, however it is typed, and with no other', async () => {
  const [code, salt] = [newDayCode(), newSalt()]
  const sealed = await seal(await keyOf(code, salt), { name: 'Sample Member' })
  expect(new TextDecoder().decode(sealed.data)).not.toContain('Sample')
  const typed = code.toLowerCase().replace('-', ' ')
  expect(await unseal(await keyOf(typed, salt), sealed)).toEqual({ name: 'Sample Member' })
  await expect(keyOf(newDayCode(), salt).then((key) => unseal(key, sealed))).rejects.toThrow()
  await expect(keyOf(code, newSalt()).then((key) => unseal(key, sealed))).rejects.toThrow()
})

test('a key cannot be read out of the browser', async () => {
  const key = await keyOf(newDayCode(), newSalt())
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

test('codes have eight letters that are not mistaken, and differ', () => {
  const codes = Array.from({ length: 200 }, newDayCode)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/)
  expect(new Set(codes).size).toBe(200)
})
