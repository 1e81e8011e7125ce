import { lazy, Suspense, useState } from 'react'
import { CONTACT_WAY_WORDS, supportInWords } from '../../domain/contact-and-support.ts'
import type { ContactChoices } from '../../domain/contact-schemas.ts'
import type { MyPhone } from '../../domain/my-phone.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ConfirmNumber } from './confirm-number.tsx'
import { PortalSection } from './portal-section.tsx'
import { useFocusOnClose } from './use-focus-back.ts'

const ChangeContact = lazy(() =>
  import('./change-contact.tsx').then(({ ChangeContact }) => ({ default: ChangeContact })),
)

type Props = {
  contact: ContactChoices
  /** Null where it could not be loaded. */
  phone: MyPhone | null
  email: string
  onSaved: () => Promise<void>
  onConfirmed: () => Promise<void>
}

/** What the office reads before it rings or writes, and at the event. */
export function ContactSection({ contact, phone, email, onSaved, onConfirmed }: Props) {
  const [isOpen, setOpen] = useState(false)
  const box = useFocusOnClose(isOpen)
  const needs = supportInWords(contact.support_needs, contact.support_note)

  async function close() {
    await onSaved()
    setOpen(false)
  }

  return (
    <div ref={box}>
      <PortalSection
        title="How we contact you and your support needs"
        action={
          !isOpen && (
            <Button kind="quiet" onClick={() => setOpen(true)}>
              Change
            </Button>
          )
        }
      >
        {isOpen ? (
          <Suspense fallback={<Spinner>Loading the form</Spinner>}>
            <ChangeContact
              contact={contact}
              email={email}
              onSaved={close}
              onCancel={() => setOpen(false)}
            />
          </Suspense>
        ) : (
          <>
            <p>We contact you {inSentence(CONTACT_WAY_WORDS[contact.contact_by])}.</p>
            {phone && (
              <ConfirmNumber
                phone={phone}
                contactBy={contact.contact_by}
                onConfirmed={onConfirmed}
              />
            )}
            <p>
              {needs === ''
                ? 'Tell us if something would help you at an event, such as large print, a hearing loop or an interpreter.'
                : `Your support needs: ${needs}.`}
            </p>
          </>
        )}
      </PortalSection>
    </div>
  )
}

function inSentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
