import { TextField } from '../ui/field.tsx'
import type { BillingAddress } from './billing-address.ts'
import styles from './checkout.module.css'

/** The billing address (rules §4.1), which the provider checks. */
export function BillingFields({ initial }: { initial: BillingAddress }) {
  const fieldProps = (name: keyof BillingAddress) => ({
    name,
    defaultValue: initial[name],
    required: false,
  })
  return (
    <fieldset className={styles.part}>
      <legend>Billing address</legend>
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
      <TextField
        name="country_code"
        label="Country"
        width={20}
        value="United Kingdom"
        readOnly
        required={false}
      />
    </fieldset>
  )
}
