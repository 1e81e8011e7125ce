import { policies } from 'virtual:policies'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { TextButton } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { Prose } from '../../../ui/prose.tsx'
import styles from './walk-in.module.css'

const TITLES = { terms: 'Our terms', 'privacy-policy': 'Privacy' }

/** The site's own text in a dialog: without a network its page does not open. */
export function OpenPolicy({ name, children }: { name: keyof typeof TITLES; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>{children}</TextButton>
      {isOpen &&
        createPortal(
          <Modal title={TITLES[name]} onClose={() => setOpen(false)}>
            <div className={styles.policy}>
              <Prose html={policies[name]} />
            </div>
          </Modal>,
          document.body,
        )}
    </>
  )
}
