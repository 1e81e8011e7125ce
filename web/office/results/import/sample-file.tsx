import { Field } from '../../../ui/field.tsx'
import fileStyles from '../../parts/file-field.module.css'
import { FILE_KINDS } from './import-text.ts'
import type { Sample } from './use-column-map.ts'

/** Its headers are read as soon as it is chosen. */
export function SampleFile({
  sample: { file, headers, isPending, problem },
  onFile,
  error,
}: {
  sample: Sample
  onFile: (file: File) => void
  error: string | undefined
}) {
  return (
    <>
      <Field
        name="file"
        label="A sample file of this laboratory"
        hint="We read it here and do not store it. Its column headings then appear below."
        error={error ?? problem ?? undefined}
        isAnnounced={error === undefined}
        optional
      >
        {(box) => (
          <input
            type="file"
            {...box}
            accept={FILE_KINDS}
            className={fileStyles.file}
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? []
              if (chosen) onFile(chosen)
            }}
          />
        )}
      </Field>
      <p role="status">
        {isPending && 'The file is being read.'}
        {!isPending && file && headers && headersText(headers.length)}
      </p>
    </>
  )
}

function headersText(count: number): string {
  if (count === 0)
    return 'The file has no column headings. It is an HL7 file, or we cannot read it as a table.'
  return count === 1 ? 'The file has 1 column.' : `The file has ${count} columns.`
}
