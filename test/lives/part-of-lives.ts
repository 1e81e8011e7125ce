import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import { runLives } from './lives.ts'

const LIVES = Number(process.env.LIVES ?? 1000)
const PARTS = 3

/** A third of the long run, in a process of its own: what a life needs most is a processor. */
export function testPart(part: number): void {
  const [from, to] = [part, part + 1].map((n) => Math.floor((LIVES * n) / PARTS)) as [
    number,
    number,
  ]
  const count = to - from
  const seed = SEED + from
  test(`${count} random lives from ${seed}: nothing speaks of a fact that does not stand`, async () => {
    let lived = 0
    const write = (line: string) => void process.stderr.write(`${line}\n`)
    const onLived = () => {
      lived += 1
      if (lived % 10 === 0) write(`part ${part}: ${lived} of ${count} lives`)
    }
    expect(await runLives({ count, seed, onBroken: write, onLived })).toEqual([])
  })
}
