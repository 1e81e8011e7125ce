import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../domain/durations.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'
import { changeLoop } from '../server/tasks/change-loops.ts'
import { lockLoopsOfPerson } from '../server/tasks/loops.queries.ts'

/** As if the member's open tasks had been opened so many days earlier. */
export async function ageLoops(memberId: number, days: number): Promise<void> {
  const keys = join(process.env.E2E_DATA_DIR ?? '', 'keys', 'field-keys.json')
  const fieldKeys = openFieldKeys(await readFile(keys, 'utf8'))
  const earlier = (at: Date) => new Date(at.getTime() - days * DAY_MS)
  const database = openDatabase(process.env.E2E_DATABASE_URL ?? '', { max: 1 })
  try {
    await database.transaction(async (tx) => {
      const loops = await lockLoopsOfPerson(tx, { fieldKeys }, memberId)
      if (loops.length === 0) throw new Error(`member ${memberId} has no open task`)
      for (const loop of loops)
        await changeLoop(tx, { fieldKeys }, loop, {
          openedAt: earlier(loop.openedAt),
          dueAt: loop.dueAt && earlier(loop.dueAt),
          nextStepAt: loop.nextStepAt && earlier(loop.nextStepAt),
        })
    })
  } finally {
    await database.close()
  }
}
