import { lazy, Suspense, useState } from 'react'
import { Modal } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useHelpOfScreen } from './help-of-screen.ts'

const HandbookPart = lazy(() => import('./handbook-part.tsx'))

/** Opens the handbook at the part of this screen, over it: what was typed stays. */
export function Help() {
  const part = useHelpOfScreen()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" id="help" onClick={() => setOpen(true)}>
        <Icon name="info" />
        Help
      </button>
      {isOpen && (
        <Modal title="Help" onClose={() => setOpen(false)}>
          <Suspense fallback={<Spinner>Opening the handbook...</Spinner>}>
            <HandbookPart first={part} />
          </Suspense>
        </Modal>
      )}
    </>
  )
}
