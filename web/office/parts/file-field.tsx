import { Field, type FieldText } from '../../ui/field.tsx'
import styles from './file-field.module.css'

/** For one file; `accept` as of an input. */
export function FileField({ accept, ...words }: FieldText & { accept: string }) {
  return (
    <Field {...words}>
      {(box) => <input type="file" {...box} accept={accept} className={styles.file} />}
    </Field>
  )
}
