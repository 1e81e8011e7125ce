import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBoundedQueue } from './bounded-queue.ts'

const full = (seconds: number) => new Error(`full for ${Math.round(seconds)}`)

function openQueue(options: { most: number; mostOfOne?: number; holdMs?: number }) {
  const queue = createBoundedQueue({ ...options, full })
  const done: string[] = []
  let running = 0
  let mostRunning = 0
  const add = (name: string, by: string | null = null, ms = 1) =>
    queue.run(async () => {
      running += 1
      mostRunning = Math.max(mostRunning, running)
      await wait(ms)
      running -= 1
      done.push(name)
    }, by)
  return { add, done, mostAtOnce: () => mostRunning }
}

test('jobs run one at a time in their order, and the next finds a full queue', async () => {
  const { add, done, mostAtOnce } = openQueue({ most: 2 })
  const jobs = [add('first'), add('second'), add('third')]
  await expect(add('fourth')).rejects.toThrow('full')
  await Promise.all(jobs)
  expect(done).toEqual(['first', 'second', 'third'])
  expect(mostAtOnce()).toBe(1)
  await add('fifth')
  expect(done).toHaveLength(4)
})

test('those who take turns are served round about, after the jobs without a turn', async () => {
  const { add, done } = openQueue({ most: 10, mostOfOne: 4 })
  const jobs = [add('running'), ...['a1', 'a2', 'a3', 'a4'].map((name) => add(name, 'a'))]
  await expect(add('a5', 'a')).rejects.toThrow('full')
  jobs.push(add('b1', 'b'), add('b2', 'b'), add('usual'))
  await Promise.all(jobs)
  expect(done).toEqual(['running', 'usual', 'a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
})

test('a job that waits for something holds up no other for long', async () => {
  const { add, done } = openQueue({ most: 10, holdMs: 20 })
  const slow = add('slow', null, 500)
  await add('next')
  expect(done).toEqual(['next'])
  await slow
  await add('later')
  expect(done).toEqual(['next', 'slow', 'later'])
})

test('a job that fails passes its place on', async () => {
  const { add, done } = openQueue({ most: 10 })
  const queue = createBoundedQueue({ most: 1, full })
  const fails = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'run')
  await expect(fails).rejects.toThrow('broken')
  expect(await next).toBe('run')
  await add('other')
  expect(done).toEqual(['other'])
})
