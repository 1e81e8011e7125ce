import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { expect, test } from 'vitest'
import { hash, verify } from './hashing.ts'

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

test('a hashed password verifies; another one does not', async () => {
  const phc = await hash('heron-on-the-weir', PARAMETERS)
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(phc, 'heron-on-the-weir', false)).toBe(true)
  expect(await verify(phc, 'heron-on-the-wier', false)).toBe(false)
})

test('an unreadable hash rejects, and the queue continues', async () => {
  await expect(verify('$argon2id$nothing', 'x', false)).rejects.toThrow()
  await expect(hash('x', { memoryCost: 1 })).rejects.toThrow()
  expect(await verify(await hash('x', PARAMETERS), 'x', false)).toBe(true)
})

test('many at once each get their own answer', async () => {
  const passwords = Array.from({ length: 12 }, (_, n) => `heron-${n}`)
  const hashes = await Promise.all(passwords.map((one) => hash(one, PARAMETERS)))
  const answers = hashes.map((phc, n) => verify(phc, passwords[n % 2 ? n : 0] ?? '', false))
  expect(await Promise.all(answers)).toEqual(passwords.map((_, n) => n === 0 || n % 2 === 1))
})

test.runIf(process.platform === 'linux')(
  'the thread that hashes gives way to all others',
  async () => {
    await hash('x', PARAMETERS)
    const nices = readdirSync('/proc/self/task').map((thread) => {
      const line = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16])
    })
    expect(nices).toContain(constants.priority.PRIORITY_LOW)
  },
)
