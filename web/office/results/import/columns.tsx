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
      <h2 id="columns">
        {isTable ? 'What each column holds' : 'Places that are not the usual ones'}
      </h2>
      <p>
        {isTable
          ? 'Every column of the file is named here; a file with another one is refused.'
          : 'Usual are OBR-3 for the laboratory number, OBR-2 for the tube, OBR-7, OBR-14 and OBR-22 for sample, receipt and report. Name only what is elsewhere, like PID-4.'}
      </p>
      <ul className={styles.columns}>
        {columns.map(({ header, field }, place) => (
          <li key={header}>
            <SelectField
              name={`column-${place}`}
              label={header}
              hint={
                headers && isTable && !headers.includes(header)
                  ? 'The sample file does not have it.'
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
                aria-label={`Take away: ${header}`}
                onClick={() => onChange(columns.filter((_, n) => n !== place))}
              >
                Take away
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
        hint="Only when the sample file does not offer it. Write it exactly as the file does."
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
