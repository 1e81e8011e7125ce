import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from 'react-router'
import type { LetterSurgery, Surgery } from '../../../domain/office/surgeries.ts'
import { MAX_ADDRESS_LINES, readPostcode } from '../../../domain/postal-address.ts'
import type { FieldError } from '../../ui/error-summary.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'
import styles from './letters.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<LetterSurgery> {
  return read('GET /api/office/letters/:id/surgery', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** The address of the surgery that the member named in the consent. */
export function Component() {
  const letter = useLoaderData<LetterSurgery>()
  const { letter_id: id, member_id: memberId, member, named, entered, suggested } = letter
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const back = search.get('from') === 'returned' ? '/letters?tab=returned' : '/letters'
  const first = entered ?? suggested
  return (
    <OfficePage
      title={`GP surgery for letter ${id}`}
      trail={[{ label: 'Letters', to: '/letters' }]}
      lede="This letter shows a result. Get the address from the surgery’s own website, or call the surgery, and check the town."
    >
      <PersonBanner person={letter.person} />
      <div className={styles.batch}>
        <Facts>
          <Fact term="Patient">
            <Link to={`/members/${memberId}`}>{member}</Link>
          </Fact>
          <Fact term="The member gave">
            {named === null
              ? 'No surgery: call the member to ask'
              : [named.name, named.town, named.email].filter(Boolean).join(', ')}
          </Fact>
        </Facts>
        {suggested && (
          <Notice title="Is this the same surgery?">
            <p>
              This address was entered for another letter, to a surgery with the same name and town.
              Check it before you save.
            </p>
          </Notice>
        )}
        <OfficeForm
          submit="Save the address"
          onCancel={() => navigate(back)}
          check={(typed) => surgeryErrors(readForm(typed))}
          send={async (typed) => {
            const body = { surgery: readForm(typed), before: entered }
            await write('PUT /api/office/letters/:id/surgery', { params: { id }, body })
            toast({ text: `The address of letter ${id} has been saved.`, tone: 'success' })
            await navigate(back)
          }}
        >
          {(errorOf) => (
            <>
              <TextField
                name="name"
                label="Name of the surgery"
                defaultValue={first?.name ?? named?.name}
                maxLength={120}
                error={errorOf('name')}
              />
              <TextAreaField
                name="address_lines"
                label="Address"
                rows={3}
                hint="Up to three lines, without town and postcode."
                defaultValue={first?.address_lines.join('\n')}
                error={errorOf('address_lines')}
              />
              <TextField
                name="town"
                label="Town"
                defaultValue={first?.town ?? named?.town}
                maxLength={80}
                error={errorOf('town')}
              />
              <TextField
                name="postcode"
                label="Postcode"
                width={10}
                defaultValue={first?.postcode}
                error={errorOf('postcode')}
              />
            </>
          )}
        </OfficeForm>
      </div>
    </OfficePage>
  )
}

function readForm(typed: FormData): Surgery {
  return {
    name: textIn(typed, 'name'),
    address_lines: textIn(typed, 'address_lines')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    town: textIn(typed, 'town') || null,
    postcode: textIn(typed, 'postcode'),
  }
}

function surgeryErrors({ name, address_lines: lines, town, postcode }: Surgery): FieldError[] {
  const errors: [field: string, isWrong: boolean, message: string][] = [
    ['name', name === '', 'Enter the name of the surgery.'],
    ['address_lines', lines.length === 0, 'Enter the street and number.'],
    ['address_lines', lines.length > MAX_ADDRESS_LINES, 'Use three lines at most.'],
    ['address_lines', lines.some(({ length }) => length > 120), 'Please shorten this line.'],
    ['town', town === null, 'Enter the town.'],
    ['postcode', readPostcode(postcode) === null, 'Enter a postcode, for example CO1 1AA.'],
  ]
  return errors.filter(([, isWrong]) => isWrong).map(([field, , message]) => ({ field, message }))
}
