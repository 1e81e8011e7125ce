import type { Page } from '@playwright/test'
import { addVenueDay, answerQuestions, type VenueDay } from './day.queries.ts'
import { expect } from './fixtures.ts'

/** A day with a sample of each value, and the laboratory's file of it, committed. */
export async function importDay(page: Page, values: readonly string[]): Promise<VenueDay> {
  const day = await addVenueDay({ count: values.length })
  await answerQuestions(day, { medicationHistory: 'None', numberOfPsaTest: 1 })
  const tubes = day.people.map(({ id }) => `LAB${id}X${Date.now().toString(36).toUpperCase()}`)
  const lines = day.people.map((person, n) => {
    const [year, month, date] = person.date_of_birth.split('-')
    const born = `${date}/${month}/${year}`
    return `N${tubes[n]},${tubes[n]},${person.last_name},${person.first_name},${born},PSA,${values[n]},ng/mL,F`
  })
  const file = ['Lab no,Barcode,Surname,Forename,DOB,Test,Result,Units,Status', ...lines].join(
    '\r\n',
  )
  const actions = day.people.map(({ id }, n) => ({
    id: crypto.randomUUID(),
    device: 'tablet',
    sequence: n + 1,
    // One person records a hundred samples an hour at most.
    at: new Date(Date.now() - (n % 2) * 61 * 60_000).toISOString(),
    appointment_id: id,
    type: 'sample',
    tube: tubes[n],
  }))
  const rows = await page.evaluate(upload, { dayId: day.id, actions, file })
  expect(rows.committed).toBe(values.length)
  return day
}

async function upload(given: { dayId: number; actions: object[]; file: string }) {
  const ask = async (method: string, path: string, body: object) => {
    const isFile = body instanceof FormData
    const answer = await fetch(`/api/office/${path}`, {
      method,
      ...(isFile ? { body } : { body: JSON.stringify(body) }),
      ...(!isFile && { headers: { 'content-type': 'application/json' } }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  for (let from = 0; from < given.actions.length; from += 50)
    await ask('POST', `days/${given.dayId}/actions`, {
      actions: given.actions.slice(from, from + 50),
    })
  const name = `Laboratory of the keyboard ${crypto.randomUUID().slice(0, 8)}`
  const lab = await ask('POST', 'labs', { name, requires_nhs_number: false })
  const fields = {
    'Lab no': 'lab_number',
    Barcode: 'tube',
    Surname: 'last_name',
    Forename: 'first_name',
    DOB: 'date_of_birth',
    Test: 'test',
    Result: 'value',
    Units: 'unit',
    Status: 'status',
  }
  const map = { format: 'table', columns: fields, tests: ['PSA'], units: { 'ng/mL': 'ng/mL' } }
  await ask('PUT', `labs/${lab.lab_id}/column-map`, { version: 0, map })
  const form = new FormData()
  form.append('lab', String(lab.lab_id))
  form.append('file', new File([given.file], 'results.csv', { type: 'text/csv' }))
  const read = await ask('POST', 'result-imports', form)
  const { rows } = await ask('POST', `result-imports/${read.id}/commit`, {})
  return rows
}
