import type { Page } from '@playwright/test'
import { COLUMNS, fileOf } from '../test/app/laboratory.ts'

/** A line of a sample that nobody has given. */
const STRANGER = {
  'Lab no': `E2E-${process.pid}`,
  Barcode: 'LAB00000001',
  Surname: 'MONTGOMERY-FEATHERSTONEHAUGH',
  Forename: 'Bartholomew',
  DOB: '14/05/1960',
  Collected: '12/01/2026',
  Test: 'PSA',
  Result: '1.2',
  Units: 'ug/L',
}

/** A file of two rows that wait for a person, and one that cannot be read; the import's id. */
export function uploadResults(page: Page, lab: number): Promise<{ id: number }> {
  const unreadable = { ...STRANGER, 'Lab no': 'E2E-2', DOB: '05/14/1960' }
  const nameless = { ...STRANGER, 'Lab no': 'E2E-3', Barcode: '' }
  const known = { version: 0, map: COLUMNS }
  const text = fileOf([STRANGER, nameless, unreadable]).toString()
  return page.evaluate(
    async ([id, map, content]) => {
      const url = `/api/office/labs/${id}/column-map`
      const { version } = await (await fetch(url)).json()
      const saved = await fetch(url, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...map, version }),
      })
      if (!saved.ok) throw new Error(`the column map was answered ${saved.status}`)
      const form = new FormData()
      form.set('lab', String(id))
      form.set('file', new File([content], 'results-of-a-laboratory-with-a-long-name.csv'))
      const answer = await fetch('/api/office/result-imports', { method: 'POST', body: form })
      if (!answer.ok) throw new Error(`the file was answered ${answer.status}`)
      return answer.json()
    },
    [lab, known, text] as const,
  )
}
