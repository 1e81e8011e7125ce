import { useState } from 'react'
import { Checkbox } from '../ui/choices.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { BILLING_COUNTRIES, type BillingAddress, wholeAddress } from './billing-address.ts'
import styles from './checkout.module.css'

/** In a form: present while the known address is used as it is. */
export const SAME_ADDRESS = 'same_address'

type BillingFieldsProps = {
  initial: BillingAddress
  /** Whose address `initial` is, as 'Same as my home address'. */
  sameAs: string
}

/** The billing address (rules §4.1), which the provider checks. */
export function BillingFields({ initial, sameAs }: BillingFieldsProps) {
  const known = wholeAddress(initial)
  const [isSame, setSame] = useState(known !== null)
  const fieldProps = (name: keyof BillingAddress) => ({
    name,
    defaultValue: initial[name],
    required: false,
  })
  return (
    <fieldset className={styles.part}>
      <legend>Billing address</legend>
      {known !== null && (
        <Checkbox name={SAME_ADDRESS} checked={isSame} onChange={setSame} optional>
          {sameAs}
          <br />
          <span className="small">{known}</span>
        </Checkbox>
      )}
      <div className={styles.part} hidden={isSame}>
        <TextField
          {...fieldProps('address_line_1')}
          label="Address line 1"
          autoComplete="billing address-line1"
        />
        <TextField
          {...fieldProps('address_line_2')}
          label="Address line 2"
          optional
          autoComplete="billing address-line2"
        />
        <TextField
          {...fieldProps('admin_area_2')}
          label="Town or city"
          width={20}
          autoComplete="billing address-level2"
        />
        <TextField
          {...fieldProps('admin_area_1')}
          label="County"
          optional
          width={20}
          autoComplete="billing address-level1"
        />
        <TextField
          {...fieldProps('postal_code')}
          label="Postcode"
          width={10}
          autoComplete="billing postal-code"
        />
        <SelectField
          name="country_code"
          label="Country"
          defaultValue={initial.country_code}
          options={BILLING_COUNTRIES}
          autoComplete="billing country"
        />
      </div>
    </fieldset>
  )
}
