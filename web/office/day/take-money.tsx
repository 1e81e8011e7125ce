import { type FormEvent, useState } from 'react'
import { pounds } from '../../../domain/money.ts'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { TAKEN_HOW, type TakenHow } from '../../../domain/office/venue-payments.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choices.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { MONEY_WARNING_WORDS } from './day-text.ts'
import styles from './walk-in/walk-in.module.css'

const HOW_LABELS: Record<TakenHow, string> = { 'card machine': 'Card machine', cash: 'Cash' }

type Props = {
  person: ShownPerson
  onTaken: (venuePayment: { type: 'taking'; how: TakenHow; pence: number }) => void
  onClose: () => void
}

/** The whole sum that is still to pay; who took it is who is signed in on the tablet. */
export function TakeMoney({ person, onTaken, onClose }: Props) {
  const [how, setHow] = useState<TakenHow>()
  const [error, setError] = useState<string>()
  const { first_name, last_name, to_pay_pence: pence, money_warning: warning } = person

  function save(event: FormEvent) {
    event.preventDefault()
    setError(how ? undefined : 'Choose how they paid.')
    if (how) onTaken({ type: 'taking', how, pence })
  }
  return (
    <Modal title={`${first_name} ${last_name}`} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={save}>
        <p>
          <b>{pounds(pence)}</b> to pay. Record the payment only when you have the money.
        </p>
        {warning && <p>{MONEY_WARNING_WORDS[warning]}</p>}
        <RadioGroup
          name="how"
          label="How was it paid?"
          options={TAKEN_HOW.map((value) => ({ value, label: HOW_LABELS[value] }))}
          value={how ?? ''}
          onChange={(value) => setHow(TAKEN_HOW.find((one) => one === value))}
          error={error}
          isAnnounced
        />
        <Buttons>
          <Button type="submit">{pounds(pence)} taken</Button>
        </Buttons>
      </form>
    </Modal>
  )
}
