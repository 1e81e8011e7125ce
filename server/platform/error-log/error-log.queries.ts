import type { Queryable } from '../db/database.ts'
import { errorReports } from '../db/schema.ts'

export async function insertErrorReport(
  q: Queryable,
  report: { message: string; description: string | null; at: Date },
): Promise<void> {
  await q.insert(errorReports).values(report)
}
