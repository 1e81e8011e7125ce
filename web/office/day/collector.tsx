import { type FormEvent, useId, useState } from 'react'
import { MOST_COLLECTOR } from '../../../domain/office/day-schemas.ts'
import { Button, Buttons, TextButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'
import styles from './day.module.css'

type Props = {
  /** Null until somebody says it. */
  name: string | null
  /** Names to choose from. */
  staff: readonly string[]
  onName: (name: string | null) => Promise<void>
}

/** Who takes blood at this tablet: each sample carries the name. */
export function Collector({ name, staff, onName }: Props) {
  const [isOpen, setOpen] = useState(false)
  const options = useId()
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    await onName(textIn(new FormData(event.currentTarget), 'collector') || null)
    setOpen(false)
  }
  if (!isOpen)
    return (
      <p className={styles.collector}>
        {name && <>Blood is taken by {name}. </>}
        <TextButton onClick={() => setOpen(true)}>
          {name ? 'Somebody else takes blood' : 'Who takes blood here?'}
        </TextButton>
      </p>
    )
  return (
    <form className={styles.collector} noValidate onSubmit={save}>
      <TextField
        name="collector"
        label="Who takes blood here?"
        hint="Choose a name, or type a name or initials. It is saved with each sample from this tablet."
        maxLength={MOST_COLLECTOR}
        autoComplete="off"
        autoFocus
        defaultValue={name ?? ''}
        list={options}
        optional
      />
      <datalist id={options}>
        {staff.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Buttons>
        <Button type="submit">Save the name</Button>
        <Button kind="quiet" onClick={() => setOpen(false)}>
          Go back
        </Button>
      </Buttons>
    </form>
  )
}
