import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { KeyList } from '../../parts/key-list.tsx'
import { type ScreenKey, useKeys, useKeysSetting } from '../../parts/use-keys.ts'

/** `?` presses this button rather than the help of the header (shell-keys.ts). */
const THIS_LIST = { key: '?', label: 'This list' }

/** The button that lists the keys of the screen, and makes them work. */
export function Keys({ keys }: { keys: readonly ScreenKey[] }) {
  const [isOpen, setOpen] = useState(false)
  const areOn = useKeysSetting()
  const [own] = useState(keys)
  useKeys(own)
  return (
    <>
      <Button id="keys" kind="quiet" onClick={() => setOpen(true)}>
        Keys {areOn ? '(?)' : '(off)'}
      </Button>
      {isOpen && (
        <Modal title="Keyboard shortcuts on this screen" onClose={() => setOpen(false)}>
          <KeyList keys={[...own, THIS_LIST]} />
        </Modal>
      )}
    </>
  )
}
