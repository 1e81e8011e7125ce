import { Field, type FieldWords } from '../../ui/field.tsx'
import styles from './file-field.module.css'

/** For one file; `accept` as of an input. */
export function FileField({ accept, ...words }: FieldWords & { accept: string }) {
  return (
    <Field {...words}>
      {(box) => <input type="file" {...box} accept={accept} className={styles.file} />}
    </Field>
  )
}
