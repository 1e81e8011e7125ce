// The calls of the office that results and their tasks need, made by the person who is signed in.
import { expect, type Page } from '@playwright/test'
import type { LabResult } from '../domain/office/lab-result-schemas.ts'
import type { Loop } from '../domain/office/loop-schemas.ts'
import type { SampledPerson } from '../test/app/laboratory.ts'

/** Those of a tab that are of these people. */
export async function waiting(
  page: Page,
  tab: string,
  people: SampledPerson[],
): Promise<LabResult[]> {
  const ids = new Set(people.map(({ appointmentId }) => appointmentId))
  const found: LabResult[] = []
  let more = ''
  do {
    const list = await ask(page, `GET /api/office/results?tab=${tab}${more}`)
    found.push(...list.data.filter((one: LabResult) => ids.has(one.appointment_id)))
    more = list.next === null ? '' : `&after=${encodeURIComponent(list.next)}`
  } while (more !== '')
  return found
}

/** The open tasks about this member that the person who is signed in sees. */
export async function tasksOf(page: Page, memberId: number): Promise<Loop[]> {
  const found: Loop[] = []
  let more = ''
  do {
    const list = await ask(page, `GET /api/office/loops${more}`)
    found.push(...list.data.filter((one: Loop) => one.member_id === memberId))
    more = list.next === null ? '' : `?after=${encodeURIComponent(list.next)}`
  } while (more !== '')
  return found
}

export function review(
  page: Page,
  { id, version }: LabResult,
  decided: object,
): Promise<LabResult> {
  return ask(page, `POST /api/office/results/${id}/review`, { ...decided, version })
}

/** Returns the import's id. */
export function uploadByApi(page: Page, labId: number, file: Buffer): Promise<number> {
  return page.evaluate(
    async ({ labId, text }) => {
      const form = new FormData()
      form.set('lab', String(labId))
      form.set('file', new File([text], 'earlier.csv'))
      const answer = await fetch('/api/office/result-imports', { method: 'POST', body: form })
      return (await answer.json()).id
    },
    { labId, text: file.toString() },
  )
}

// biome-ignore lint/suspicious/noExplicitAny: the shapes are those of the API.
export async function ask(page: Page, call: string, body?: object): Promise<any> {
  const answer = await send(page, call, body)
  expect(answer.status, `${call}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

/** From within the page, so that it is the signed-in person who asks. */
export function send(page: Page, call: string, body?: object) {
  const [method = 'GET', path = ''] = call.split(' ')
  return page.evaluate(
    async ({ method, path, body }) => {
      const written = body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      const answer = await fetch(path, { method, ...written })
      return { status: answer.status, body: await answer.json() }
    },
    { method, path, body },
  )
}

/** Presses on the page of a result, and waits for the next one: several may have the same name and age. */
export async function onToNextResult(page: Page, press: () => Promise<void>): Promise<void> {
  const report = page.getByText(/Laboratory .*, number /)
  const [number, address] = [await report.innerText(), page.url()]
  await press()
  await expect(page).not.toHaveURL(address)
  await expect(report).not.toHaveText(number)
}
