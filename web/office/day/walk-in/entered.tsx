import { useState } from 'react'
import { RouterContextProvider } from 'react-router'
import type { KeptRegistration } from '../../../../domain/office/walk-in-schemas.ts'
import { dayInWords } from '../../../../domain/uk-time.ts'
import { ApiError, get } from '../../../api.ts'
import { TextButton } from '../../../ui/button.tsx'
import { alert, Modal } from '../../../ui/dialog.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'

/** Whom to look for: what was entered of a registration that the site refused. */
export function Entered({ event, action, name }: { event: number; action: string; name: string }) {
  const [kept, setKept] = useState<KeptRegistration | null>(null)
  async function show() {
    try {
      const params = { id: event, action }
      const call = 'GET /api/office/days/:id/problems/:action/registration'
      setKept(await get(new RouterContextProvider(), call, { params }))
    } catch (error) {
      const text =
        error instanceof ApiError
          ? error.message
          : 'You need a connection to do this. Please try again later.'
      await alert({ title: 'This cannot be shown now', text, tone: 'warn' })
    }
  }
  return (
    <>
      <TextButton aria-label={`What was entered for ${name}`} onClick={show}>
        What was entered
      </TextButton>
      {kept && (
        <Modal title={name} onClose={() => setKept(null)}>
          <Facts>
            <Fact term="Born">{dayInWords(kept.date_of_birth)}</Fact>
            <Fact term="Phone">{kept.phone || 'None'}</Fact>
            <Fact term="Email">{kept.email || 'None'}</Fact>
            <Fact term="Address">{kept.address || 'None'}</Fact>
          </Facts>
          <p>This will be deleted when you press ‘Dealt with’.</p>
        </Modal>
      )}
    </>
  )
}
