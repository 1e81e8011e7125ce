import { Link, useLoaderData } from 'react-router'
import type { DoublesRow } from '../../../domain/office/merge-shapes.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { read } from '../api.ts'
import { DOUBLE_WORDS } from '../members/contact-labels.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import styles from './merges.module.css'

export const loader = listLoader<DoublesRow>((options) => read('GET /api/office/doubles', options))

export function Component() {
  const list = useLoaderData<LoadedList<DoublesRow>>()
  return (
    <ListPage
      title="Doubles"
      lede="Two records that are probably of one person. Look at both, and merge them when you are sure."
      actions={
        <>
          <ButtonLink kind="quiet" to="/merge-requests">
            Asked to join records
          </ButtonLink>
          <ButtonLink kind="quiet" to="/merged-results">
            Results of merged records
          </ButtonLink>
        </>
      }
      list={list}
      rowsName="pairs"
      rowKey={({ one, other }) => `${one.id}-${other.id}`}
      csv={{ address: '/api/office/doubles', fileName: 'doubles.csv' }}
      empty={<p>No two records look like one person.</p>}
      columns={[
        { label: 'One record', cell: ({ one }) => <Record {...one} /> },
        { label: 'The other', cell: ({ other }) => <Record {...other} /> },
        {
          label: 'The same',
          cell: ({ same }) => same.map((reason) => DOUBLE_WORDS[reason]).join(', '),
        },
        { label: 'Next step', cell: (pair) => <Compare {...pair} /> },
      ]}
    />
  )
}

function Record({ id, first_name: first, last_name: last, ...record }: DoublesRow['one']) {
  const { date_of_birth: born, postcode, has_account: hasAccount } = record
  return (
    <span className={styles.person}>
      <b>
        {first} {last}
      </b>
      <span>
        Record {id}, born {dayInWords(born)}
        {postcode && `, ${postcode}`}
      </span>
      <span>{hasAccount ? 'Signs in on the site' : 'No account'}</span>
    </span>
  )
}

/** Keeps the record with an account, else the older one. */
function Compare({ one, other }: DoublesRow) {
  const [kept, merged] = other.has_account && !one.has_account ? [other, one] : [one, other]
  return (
    <Link
      to={`/members/${kept.id}/merges/${merged.id}`}
      aria-label={`Compare record ${kept.id} of ${kept.first_name} ${kept.last_name} with ${merged.id}`}
    >
      Compare
    </Link>
  )
}
