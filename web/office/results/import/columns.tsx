import { useRef, useState } from 'react'
import { type ColumnMap, LAB_FIELDS } from '../../../../domain/office/lab-columns.ts'
import { Button, TextButton } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import styles from './import.module.css'
import { FIELD_LABELS, type TypedColumn, withHeaders } from './map-form.ts'

const OPTIONS = LAB_FIELDS.map((field) => ({ value: field, label: FIELD_LABELS[field] }))

/** What each column holds; those that the sample file does not have can be taken away. */
export function Columns({
  format,
  columns,
  headers,
  onChange,
  errorOf,
}: {
  format: ColumnMap['format']
  columns: readonly TypedColumn[]
  headers: readonly string[] | null
  onChange: (columns: readonly TypedColumn[]) => void
  errorOf: (name: string) => string | undefined
}) {
  const isTable = format === 'table'
  function choose(place: number, value: string) {
    const field = LAB_FIELDS.find((one) => one === value) ?? ''
    onChange(columns.map((column, n) => (n === place ? { ...column, field } : column)))
  }
  return (
    <section aria-labelledby="columns">
      <h2 id="columns">{isTable ? 'What each column holds' : 'Fields in unusual places'}</h2>
      <p>
        {isTable
          ? 'List every column in the file. A file with any other column will be refused.'
          : 'We expect OBR-3 for the laboratory number, OBR-2 for the tube, and OBR-7, OBR-14 and OBR-22 for the sample, receipt and report dates. List only fields that are somewhere else, for example PID-4.'}
      </p>
      <ul className={styles.columns}>
        {columns.map(({ header, field }, place) => (
          <li key={header}>
            <SelectField
              name={`column-${place}`}
              label={header}
              hint={
                headers && isTable && !headers.includes(header)
                  ? 'This column is not in the sample file.'
                  : undefined
              }
              placeholder="Choose"
              options={OPTIONS}
              value={field}
              onChange={({ currentTarget }) => choose(place, currentTarget.value)}
              error={errorOf(`column-${place}`)}
            />
            {!(isTable && headers?.includes(header)) && (
              <TextButton
                aria-label={`Remove: ${header}`}
                onClick={() => onChange(columns.filter((_, n) => n !== place))}
              >
                Remove
              </TextButton>
            )}
          </li>
        ))}
      </ul>
      <AddColumn
        label={isTable ? 'Another header' : 'Another place'}
        onAdd={(header) => onChange(withHeaders(columns, [header]))}
      />
    </section>
  )
}

function AddColumn({ label, onAdd }: { label: string; onAdd: (header: string) => void }) {
  const [header, setHeader] = useState('')
  const box = useRef<HTMLInputElement>(null)
  function add() {
    const name = header.trim()
    if (name !== '') onAdd(name)
    setHeader('')
    box.current?.focus()
  }
  return (
    <>
      <TextField
        ref={box}
        name="header"
        label={label}
        optional
        hint="Use this only if the column is not in the sample file. Type it exactly as it is in the file."
        autoComplete="off"
        maxLength={120}
        value={header}
        onChange={({ currentTarget }) => setHeader(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <p>
        <Button kind="quiet" onClick={add}>
          Add it
        </Button>
      </p>
    </>
  )
}
