import { useState } from 'react'
import { Link } from 'react-router'
import type { BatchOutcome, LabResult } from '../../../../domain/office/lab-result-schemas.ts'
import { Notice } from '../../../ui/notice.tsx'

type Props = { outcome: BatchOutcome; verb: string; rows: readonly LabResult[] }

/** How many were done, and by name those that were left as they are. */
export function LeftResults({ outcome: { done, left }, verb, rows }: Props) {
  // The names as they were before the list was loaded again.
  const [known] = useState(() => new Map(rows.map((row) => [row.id, row])))
  return (
    <Notice tone={left.length > 0 ? 'warn' : 'info'} role="status">
      <p>
        {done.length} {verb}.{left.length > 0 && ` ${left.length} not changed:`}
      </p>
      {left.length > 0 && (
        <ul>
          {left.map(({ id, message }) => {
            const row = known.get(id)
            return (
              <li key={id}>
                <Link to={`/results/${id}`}>
                  {row ? `${row.first_name} ${row.last_name}` : `Result ${id}`}
                </Link>
                : {message}
              </li>
            )
          })}
        </ul>
      )}
    </Notice>
  )
}
