import { useState } from 'react'
import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import type { ColumnTrial } from '../../../../domain/office/result-import-schemas.ts'
import { ApiError } from '../../../api.ts'
import { upload } from '../../api.ts'
import { checkFile, tooLarge } from './import-text.ts'
import { type TypedMap, toMap, toTyped, withHeaders } from './map-form.ts'

/** `headers` is null before a sample file was read; `trial` is `of` the map as it was then. */
export type Sample = {
  file: File | null
  headers: readonly string[] | null
  trial: { of: TypedMap; outcome: ColumnTrial } | null
  isPending: boolean
  problem: string | null
}

const NONE: Sample = { file: null, headers: null, trial: null, isPending: false, problem: null }

/** The column map as typed, and what the server says of it for a sample file. */
export function useColumnMap(labId: number, saved: ColumnMap | null) {
  const [typed, setTyped] = useState(() => toTyped(saved))
  const [sample, setSample] = useState(NONE)
  const change = (changes: Partial<TypedMap>) => setTyped((before) => ({ ...before, ...changes }))

  async function ask(file: File, map: ColumnMap | null): Promise<ColumnTrial | null> {
    const form = new FormData()
    form.set('file', file)
    if (map) form.set('map', JSON.stringify(map))
    setSample((before) => ({ ...before, file, isPending: true, problem: null }))
    try {
      const call = 'POST /api/office/labs/:id/column-map/trial'
      return await upload(call, form, { params: { id: labId } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const problem = error.status === 413 ? tooLarge.message : error.message
      setSample((before) => ({ ...before, problem }))
      return null
    } finally {
      setSample((before) => ({ ...before, isPending: false }))
    }
  }
  async function readHeaders(file: File) {
    const [wrong] = checkFile(file)
    if (wrong) return setSample({ ...NONE, problem: wrong.message })
    setSample(NONE)
    const outcome = await ask(file, null)
    if (!outcome) return
    const { headers } = outcome
    setSample((before) => ({ ...before, headers }))
    setTyped((before) => ({ ...before, columns: withHeaders(before.columns, headers) }))
  }
  async function runTrial() {
    if (!sample.file || sample.isPending) return
    const outcome = await ask(sample.file, toMap(typed))
    if (outcome) setSample((before) => ({ ...before, trial: { of: typed, outcome } }))
  }
  return { typed, change, sample, readHeaders, runTrial }
}
