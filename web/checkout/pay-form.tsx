import type { PayPalCardFieldError, PayPalCardFieldsStateObject } from '@paypal/paypal-js'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { pounds } from '../../domain/money.ts'
import { lastDayToCancel } from '../../domain/right-to-cancel.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { readText } from '../ui/form-text.ts'
import { useErrorTitle } from '../ui/use-error-title.ts'
import { type BillingAddress, forCardFields } from './billing-address.ts'
import { BillingFields, SAME_ADDRESS } from './billing-fields.tsx'
import type { CardFields } from './card-fields.ts'
import { type CardForm, CardInputs } from './card-inputs.tsx'
import { CARD_FIELD_NAMES, cardErrors } from './card-text.ts'
import styles from './checkout.module.css'
import type { CardPayment } from './pay.ts'
import { NotPaid } from './pay-status.tsx'
import { INVALID_FORM, type PayProblem } from './payment-text.ts'
import { RightToCancel } from './right-to-cancel.tsx'

type PayFormProps = {
  cards: CardFields
  pence: number
  /** London date of the appointment, 'YYYY-MM-DD'. */
  date: string
  billing: BillingAddress
  /** Whose address `billing` is, as 'Same as my home address'. */
  sameAs?: string
  payment: CardPayment
  isBusy: boolean
  problem: PayProblem | null
  /** Stands above the button on a phone. */
  order?: ReactNode
  /** Stands beside the button. */
  children?: ReactNode
}

/** Stays mounted during payment, because unmounting would destroy the provider's iframes. */
export function PayForm(props: PayFormProps) {
  const { cards, pence, date, billing, payment, isBusy, problem, order, children } = props
  const { sameAs = 'Same as my home address' } = props
  const [card, setCard] = useState<CardForm | null>(null)
  const [buttonPlace, setButtonPlace] = useState<HTMLElement | null>(null)
  const [errors, setErrors] = useState<readonly PayPalCardFieldError[]>([])
  const [summary, setSummary] = useState<readonly FieldError[]>([])
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
    const billingAddress = forCardFields(
      readBilling(new FormData(submitted.currentTarget), billing),
    )
    try {
      if (await isValid(card)) await payment.pay(() => card.form.submit({ billingAddress }))
    } finally {
      isPressed.current = false
    }
  }

  async function isValid({ form }: CardForm): Promise<boolean> {
    const { isFormValid, errors: found } = await form.getState()
    setErrors(isFormValid ? [] : found)
    setSummary([])
    if (isFormValid) return true
    setSummary(summaryOf(found))
    return false
  }

  function focusField(name: string) {
    const field = CARD_FIELD_NAMES.find((one) => one === name)
    if (!field) return
    document.getElementById(`${field}-label`)?.scrollIntoView({ block: 'center' })
    card?.fields[field]?.focus()
  }

  const lastDay = lastDayToCancel(new Date())
  return (
    <form className={styles.form} noValidate inert={isBusy} onSubmit={submit}>
      {errors.length > 0 ? (
        <ErrorSummary errors={summary} lead={INVALID_FORM} onGo={focusField} />
      ) : (
        <NotPaid problem={problem} />
      )}
      <fieldset className={styles.part}>
        <legend>Card details</legend>
        <p>
          PayPal takes your card payment. You do not need a PayPal account, and we never see your
          card number.
        </p>
        {cards.standIn && (
          <p className={styles.hint}>
            Test card <b>4012 8888 8888 1881</b>, any future date, any code.
          </p>
        )}
        <CardInputs
          cards={cards}
          payment={payment}
          errors={errors}
          buttonPlace={buttonPlace}
          onReady={setCard}
          onTyping={clearFixedErrors}
        />
      </fieldset>
      <BillingFields initial={billing} sameAs={sameAs} />
      <RightToCancel
        date={date}
        isWithin14Days={date <= lastDay}
        hasPayPalButton={cards.hasPayPalButton}
      />
      {order}
      <Buttons>
        <Button type="submit" icon="lock-key" disabled={card === null}>
          Pay {pounds(pence)}
        </Button>
        {children}
      </Buttons>
      {cards.hasPayPalButton && <div ref={setButtonPlace} />}
    </form>
  )
}

/** The provider may refuse the form without a name for what is wrong. */
function summaryOf(found: readonly PayPalCardFieldError[]): FieldError[] {
  const named = cardErrors(found)
  const unnamed = { field: 'NumberField', message: 'Check all your card details' }
  return named.length > 0 ? named : [unnamed]
}

function readBilling(form: FormData, known: BillingAddress): BillingAddress {
  if (form.has(SAME_ADDRESS)) return known
  const read = (name: keyof BillingAddress) => readText(form, name)
  return {
    address_line_1: read('address_line_1'),
    address_line_2: read('address_line_2'),
    admin_area_2: read('admin_area_2'),
    admin_area_1: read('admin_area_1'),
    postal_code: read('postal_code'),
    country_code: read('country_code'),
  }
}

function remainingErrors(
  shown: readonly PayPalCardFieldError[],
  { errors }: PayPalCardFieldsStateObject,
): readonly PayPalCardFieldError[] {
  return shown.filter((error) => errors.includes(error))
}
