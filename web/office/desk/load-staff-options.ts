import type { Option } from '../../ui/field.tsx'
import { read } from '../api.ts'

/** Colleagues, by whom a log is narrowed. */
export async function loadStaffOptions(signal: AbortSignal): Promise<Option[]> {
  const { data } = await read('GET /api/office/staff', { query: {}, signal })
  return data.map(({ id, name }) => ({ value: String(id), label: name }))
}
