import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { LikelyDouble, NewMember } from '../../../domain/office/member-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { ContactFields } from './contact-fields.tsx'
import {
  type ContactForm,
  contactChange,
  contactErrors,
  emptyContactForm,
  readContact,
} from './contact-text.ts'
import { Duplicates } from './duplicates.tsx'

/** What was typed when the doubles were shown; another press of the button says they are others. */
type Compared = { form: ContactForm; members: LikelyDouble[] }

export function Component() {
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const [before] = useState(emptyContactForm)
  const [compared, setCompared] = useState<Compared | null>(null)

  async function add(typed: FormData) {
    const form = readContact(typed)
    const isCompared = JSON.stringify(compared?.form) === JSON.stringify(form)
    const { first_name, last_name, date_of_birth } = form
    const known: NewMember = {
      ...contactChange(form, before),
      first_name,
      last_name,
      date_of_birth,
      ...(isCompared && { confirmed_new: true }),
    }
    try {
      const idempotencyKey = keyOf(known)
      const { id } = await write('POST /api/office/members', { body: known, idempotencyKey })
      toast({ text: `${first_name} ${last_name} has been added.`, tone: 'success' })
      await navigate(`/members/${id}`)
    } catch (error) {
      const isDouble = error instanceof ApiError && error.code === 'possible_doubles'
      setCompared(isDouble ? { form, members: doublesIn(error) } : null)
      throw error
    }
  }

  return (
    <OfficePage
      title="New member"
      trail={[{ label: 'Members', to: '/members' }]}
      lede="For somebody who has no email or cannot sign up online. Search first: they may already be a member."
    >
      <OfficeForm
        submit={compared ? 'Add as a new member anyway' : 'Add the member'}
        check={(typed) =>
          contactErrors(readContact(typed), {
            before,
            today: ukDate(new Date()),
            again: textIn(typed, 'nhs_number_again'),
          })
        }
        send={add}
        onCancel={() => navigate('/members')}
      >
        {(errorOf) => (
          <>
            <ContactFields before={before} errorOf={errorOf} hasAccount={false} />
            {compared && <Duplicates {...compared} />}
          </>
        )}
      </OfficeForm>
    </OfficePage>
  )
}

function doublesIn({ body }: ApiError): LikelyDouble[] {
  return Array.isArray(body.members) ? body.members : []
}
