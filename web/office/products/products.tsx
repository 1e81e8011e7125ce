import { useId } from 'react'
import { Link, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type Choices, loadChoices } from '../events/load-choices.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import styles from './products.module.css'

export const loader = loadChoices

export function Component() {
  const { products, labs } = useLoaderData<Choices>()
  return (
    <OfficePage
      title="Products"
      lede="The kinds of test that an event can offer, and the laboratories that examine the samples."
      actions={
        <>
          <ButtonLink to="/products/new">New product</ButtonLink>
          <ButtonLink to="/labs/new" kind="quiet">
            New laboratory
          </ButtonLink>
          <ButtonLink to="/mail-texts" kind="quiet">
            Email wording
          </ButtonLink>
        </>
      }
    >
      <Part
        caption="Products"
        rows={products}
        rowKey={({ product_id: id }) => id}
        columns={[
          {
            label: 'Product',
            cell: ({ product_id: id, name }) => <Link to={`/products/${id}`}>{name}</Link>,
          },
          { label: 'Price', align: 'end', cell: ({ price }) => pounds(price) },
          {
            label: 'Our text in the confirmation',
            cell: ({ email_template: template }) => (template ? 'Yes' : 'No'),
          },
        ]}
      />
      <Part
        caption="Laboratories"
        rows={labs}
        rowKey={({ lab_id: id }) => id}
        columns={[
          {
            label: 'Laboratory',
            cell: ({ lab_id: id, name }) => <Link to={`/labs/${id}`}>{name}</Link>,
          },
          {
            label: 'Days until late',
            align: 'end',
            cell: ({ result_days: days }) => days,
          },
          {
            label: 'Needs the NHS number',
            cell: ({ requires_nhs_number: isNeeded }) => (isNeeded ? 'Yes' : 'No'),
          },
        ]}
      />
    </OfficePage>
  )
}

function Part<Row>(table: Parameters<typeof DataTable<Row>>[0] & { caption: string }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{table.caption}</h2>
      {table.rows.length === 0 ? (
        <p>There are none yet. You need one before you can publish an event.</p>
      ) : (
        <DataTable hideCaption {...table} />
      )}
    </section>
  )
}
