import type {
  PayPalCardFieldError,
  PayPalCardFieldsComponent,
  PayPalCardFieldsStateObject,
  PayPalCardFieldsStyleOptions,
} from '@paypal/paypal-js'
import {
  PayPalCardFieldsProvider,
  PayPalCVVField,
  PayPalExpiryField,
  PayPalNameField,
  PayPalNumberField,
  PayPalScriptProvider,
  usePayPalCardFields,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { Component, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { reportClientError } from '../report-error.ts'
import { Spinner } from '../ui/spinner.tsx'
import type { CardFields } from './card-fields.ts'
import { CardFormUnavailable } from './card-form-unavailable.tsx'
import { CARD_FIELDS, type CardFieldName } from './card-text.ts'
import styles from './checkout.module.css'
import type { CardPayment } from './pay.ts'
import { PayPalButton } from './paypal-button.tsx'

export type CardForm = {
  form: PayPalCardFieldsComponent
  fields: ReturnType<typeof usePayPalCardFields>['fields']
}

type Props = {
  cards: CardFields
  payment: CardPayment
  errors: readonly PayPalCardFieldError[]
  /** Where PayPal's own button stands; it needs the same script. Null for no button. */
  buttonPlace: HTMLElement | null
  onReady: (form: CardForm | null) => void
  onTyping: (state: PayPalCardFieldsStateObject) => void
}

// Not 'card', which the card fields need.
const OTHER_WALLETS = 'credit,paylater,venmo'
const LOAD_TIMEOUT_MS = 15_000

/** Each field is in the provider's iframe: card data never reaches our page. */
export function CardInputs({ cards, ...props }: Props) {
  const [tries, setTries] = useState(1)
  const tryAgain = () => setTries(tries + 1)
  const options = {
    clientId: cards.clientId,
    sdkBaseUrl: cards.sdkUrl,
    currency: 'GBP',
    intent: 'capture',
    locale: 'en_GB',
    components: cards.hasPayPalButton ? 'card-fields,buttons' : 'card-fields',
    ...(cards.hasPayPalButton && { disableFunding: OTHER_WALLETS }),
  }
  return (
    <IfItBreaks key={tries} fallback={<CardFormUnavailable onRetry={tryAgain} />}>
      <PayPalScriptProvider options={options}>
        <Loading onRetry={tryAgain} {...props} />
      </PayPalScriptProvider>
    </IfItBreaks>
  )
}

function Loading({ onRetry, ...props }: Omit<Props, 'cards'> & { onRetry: () => void }) {
  const [{ isRejected }] = usePayPalScriptReducer()
  const [isLoaded, setLoaded] = useState(false)
  const [isLate, setLate] = useState(false)

  useEffect(() => {
    if (isLoaded) return
    const timer = setTimeout(() => setLate(true), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isLoaded])

  const isUnavailable = isRejected || (isLate && !isLoaded)
  useEffect(() => {
    if (isUnavailable)
      reportClientError('Failed to load payment script', isRejected ? 'refused' : 'late')
  }, [isUnavailable, isRejected])

  return (
    <>
      {isUnavailable && <CardFormUnavailable onRetry={onRetry} />}
      {!isUnavailable && !isLoaded && <Spinner>Loading the card form</Spinner>}
      <PayPalCardFieldsProvider
        style={FIELD_STYLES}
        createOrder={props.payment.createOrder}
        onApprove={props.payment.approved}
        onCancel={props.payment.cancelled}
        onError={props.payment.failed}
        inputEvents={{ onChange: props.onTyping }}
      >
        <Inputs {...props} onLoaded={setLoaded} />
      </PayPalCardFieldsProvider>
      {props.buttonPlace &&
        createPortal(<PayPalButton payment={props.payment} />, props.buttonPlace)}
    </>
  )
}

type InputsProps = Pick<Props, 'errors' | 'onReady'> & { onLoaded: (isLoaded: boolean) => void }

function Inputs({ errors, onReady, onLoaded }: InputsProps) {
  const { cardFieldsForm: form, fields } = usePayPalCardFields()

  useEffect(() => {
    onReady(form ? { form, fields } : null)
    onLoaded(form !== null)
    return () => onReady(null)
  }, [form, fields, onReady, onLoaded])

  return (
    <div className={styles.card}>
      <CardField name="NameField" errors={errors}>
        <PayPalNameField className={styles.frame ?? ''} />
      </CardField>
      <CardField name="NumberField" errors={errors}>
        <PayPalNumberField className={styles.frame ?? ''} />
      </CardField>
      <div className={styles.pair}>
        <CardField name="ExpiryField" errors={errors}>
          <PayPalExpiryField className={styles.frame ?? ''} />
        </CardField>
        <CardField name="CVVField" errors={errors}>
          <PayPalCVVField className={styles.frame ?? ''} />
        </CardField>
      </div>
    </div>
  )
}

type CardFieldProps = {
  name: CardFieldName
  errors: readonly PayPalCardFieldError[]
  children: ReactNode
}

function CardField({ name, errors, children }: CardFieldProps) {
  const { label, hint, wrong } = CARD_FIELDS[name]
  const error = errors.flatMap((found) => wrong[found] ?? [])[0]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as several fields
    <div
      role="group"
      aria-labelledby={`${name}-label`}
      className={styles.field}
      data-error={error ? true : undefined}
    >
      <span id={`${name}-label`} className={styles.label}>
        {label}
      </span>
      {hint && <span className={styles.hint}>{hint}</span>}
      {error && (
        <span className={styles.error}>
          <span className="visually-hidden">Error: </span>
          {error}
        </span>
      )}
      {children}
    </div>
  )
}

// Our style sheet does not apply inside the provider's iframes (values from tokens.css).
const FIELD_STYLES: Record<string, PayPalCardFieldsStyleOptions> = {
  input: {
    'font-family': "'Source Sans', Verdana, sans-serif",
    'font-size': '1.125rem',
    color: '#17202b',
    padding: '0.65rem 0.8rem',
    border: '2px solid #5b6878',
    borderRadius: '6px',
    boxShadow: 'none',
  },
  'input:focus': { outline: '3px solid #17202b', boxShadow: '0 0 0 4px #ffd84d' },
  'input.invalid': { border: '2px solid #b3261e' },
}

/** An error boundary: the provider's components throw while rendering. */
class IfItBreaks extends Component<{ fallback: ReactNode; children: ReactNode }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown) {
    reportClientError('Failed to load payment script', error)
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
