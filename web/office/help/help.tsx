import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
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
      {isOpen &&
        createPortal(
          <Modal title="Help" onClose={() => setOpen(false)}>
            <Suspense fallback={<Spinner>Opening the handbook...</Spinner>}>
              <HandbookPart first={part} />
            </Suspense>
          </Modal>,
          // On a phone the button is in a menu that is not shown while it is closed.
          document.body,
        )}
    </>
  )
}
