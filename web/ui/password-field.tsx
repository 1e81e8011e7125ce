import { useState } from 'react'
import styles from './field.module.css'
import { Field, type TextFieldProps } from './field.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'width' | 'label'> & {
  label: string
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField(props: PasswordFieldProps) {
  const { name, id, label, hint, error, optional, ...rest } = props
  const [isShown, setShown] = useState(false)
  return (
    <Field name={name} id={id} label={label} hint={hint} error={error} optional={optional}>
      {(box) => (
        <div className={styles['with-button']}>
          <input
            {...box}
            {...rest}
            type={isShown ? 'text' : 'password'}
            className={styles.box}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button type="button" aria-controls={box.id} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="visually-hidden"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
