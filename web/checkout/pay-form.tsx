import type { PayPalCardFieldError, PayPalCardFieldsStateObject } from '@paypal/paypal-js'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { pounds } from '../../domain/money.ts'
import { addDays, ukDate } from '../../domain/uk-time.ts'
import { readText } from '../account/form-words.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import { type BillingAddress, forCardFields } from './billing-address.ts'
import { BillingFields } from './billing-fields.tsx'
import type { CardFields } from './card-fields.ts'
import { type CardForm, CardInputs } from './card-inputs.tsx'
import { pleaseCheck, wrongFields } from './card-words.ts'
import styles from './checkout.module.css'
import type { CardPayment } from './pay.ts'
import { INVALID_FORM } from './payment-words.ts'
import { RightToCancel } from './right-to-cancel.tsx'

type PayFormProps = {
  cards: CardFields
  pence: number
  /** London date of the appointment, 'YYYY-MM-DD'. */
  date: string
  billing: BillingAddress
  payment: CardPayment
  isBusy: boolean
  /** Stands beside the button. */
  children?: ReactNode
}

/** Stays mounted during payment, because unmounting would destroy the provider's iframes. */
export function PayForm(props: PayFormProps) {
  const { cards, pence, date, billing, payment, isBusy, children } = props
  const [card, setCard] = useState<CardForm | null>(null)
  const [errors, setErrors] = useState<readonly PayPalCardFieldError[]>([])
  const isPressed = useRef(false)
  const wasBusy = useRef(isBusy)
  useErrorTitle(errors.map((error) => ({ field: error, message: INVALID_FORM })))

  useEffect(() => {
    // The security code is cleared before another attempt.
    if (wasBusy.current && !isBusy) card?.fields.CVVField?.clear()
    wasBusy.current = isBusy
  }, [isBusy, card])

  const clearFixedErrors = useCallback(
    (typed: PayPalCardFieldsStateObject) =>
      setErrors((shown) => (shown.length === 0 ? shown : remainingErrors(shown, typed))),
    [],
  )

  async function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (!card || isPressed.current) return
    isPressed.current = true
    const billingAddress = forCardFields(readBilling(new FormData(submitted.currentTarget)))
    try {
      if (await isValid(card)) await payment.pay(() => card.form.submit({ billingAddress }))
    } finally {
      isPressed.current = false
    }
  }

  async function isValid({ form, fields }: CardForm): Promise<boolean> {
    const { isFormValid, errors: found } = await form.getState()
    setErrors(isFormValid ? [] : found)
    if (isFormValid) return true
    const { alert } = await import('../ui/dialog.tsx')
    await alert({ title: INVALID_FORM, text: pleaseCheck(found), tone: 'warn' })
    const [first = 'NumberField'] = wrongFields(found)
    fields[first]?.focus()
    return false
  }

  const lastDay = addDays(ukDate(new Date()), 14)
  return (
    <form className={styles.form} noValidate inert={isBusy} onSubmit={submit}>
      <fieldset className={styles.part}>
        <legend>Card details</legend>
        {cards.standIn && (
          <p className={styles.hint}>
            Test card <b>4012 8888 8888 1881</b>, any future date, any code.
          </p>
        )}
        <CardInputs
          cards={cards}
          payment={payment}
          errors={errors}
          onReady={setCard}
          onTyping={clearFixedErrors}
        />
      </fieldset>
      <BillingFields initial={billing} />
      <RightToCancel date={date} isWithin14Days={date <= lastDay} />
      <Buttons>
        <Button type="submit" icon="lock-key" disabled={card === null}>
          Pay {pounds(pence)}
        </Button>
        {children}
      </Buttons>
    </form>
  )
}

function readBilling(form: FormData): BillingAddress {
  const read = (name: keyof BillingAddress) => readText(form, name)
  return {
    address_line_1: read('address_line_1'),
    address_line_2: read('address_line_2'),
    admin_area_2: read('admin_area_2'),
    admin_area_1: read('admin_area_1'),
    postal_code: read('postal_code'),
  }
}

function remainingErrors(
  shown: readonly PayPalCardFieldError[],
  { errors }: PayPalCardFieldsStateObject,
): readonly PayPalCardFieldError[] {
  return shown.filter((error) => errors.includes(error))
}
