import { pounds } from '../../../../domain/money.ts'
import { Checkbox, RadioGroup } from '../../../ui/choices.tsx'
import { TextField } from '../../../ui/field.tsx'
import { PAYMENTS } from './draft.ts'
import { StepForm, type StepProps } from './step-form.tsx'
import { PAYMENT_WORDS, placesText } from './walk-in-text.ts'

/** A place of those that are left, or one more that the lead allows; and the money. */
export function PlaceStep({
  isLead,
  keptBack,
  ...props
}: StepProps & { isLead: boolean; keptBack: number }) {
  const { draft, situation, change } = props
  const { price, left } = situation
  const ways = PAYMENTS.filter((way) => isLead || way !== 'waived')
  return (
    <StepForm {...props} step="place" title={price > 0 ? 'Place and payment' : 'Place'}>
      {(errorOf) => (
        <>
          <p>{placesText(left, keptBack)}</p>
          {left === 0 && (
            <Checkbox
              name="extra"
              checked={draft.isExtraAllowed}
              onChange={(isExtraAllowed) => change({ isExtraAllowed })}
              error={errorOf('extra')}
            >
              {isLead
                ? 'I am the day lead and I allow an extra place'
                : 'The day lead has allowed an extra place'}
            </Checkbox>
          )}
          {price === 0 && <p>The test is free of charge.</p>}
          {price > 0 && (
            <RadioGroup
              name="payment"
              label={`How will they pay the ${pounds(price)}?`}
              hint={
                isLead
                  ? undefined
                  : 'Only the day lead can waive the price. Choose ‘Later’ and tell them.'
              }
              options={ways.map((way) => ({ value: way, label: PAYMENT_WORDS[way] }))}
              value={draft.payment}
              onChange={(way) => change({ payment: PAYMENTS.find((one) => one === way) ?? '' })}
              error={errorOf('payment')}
            />
          )}
          {draft.payment === 'waived' && (
            <TextField
              name="waived"
              label="Why is there nothing to pay?"
              maxLength={500}
              autoComplete="off"
              value={draft.waivedBecause}
              onChange={({ target }) => change({ waivedBecause: target.value })}
              error={errorOf('waived')}
            />
          )}
        </>
      )}
    </StepForm>
  )
}
