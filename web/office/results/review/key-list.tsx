import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import styles from './review.module.css'
import { type ScreenKey, setKeys, useKeys, useKeysSetting } from './use-keys.ts'

const HELP: ScreenKey = { key: '?', label: 'This list', target: '#keys' }

/** The button that lists the keys of the screen, and makes them work. */
export function Keys({ keys }: { keys: readonly ScreenKey[] }) {
  const [isOpen, setOpen] = useState(false)
  const areOn = useKeysSetting()
  const [all] = useState(() => [...keys, HELP])
  useKeys(all)
  return (
    <>
      <Button id="keys" kind="quiet" onClick={() => setOpen(true)}>
        Keys {areOn ? '(?)' : '(off)'}
      </Button>
      {isOpen && (
        <Modal title="Keyboard shortcuts on this screen" onClose={() => setOpen(false)}>
          <dl className={styles.keys}>
            {all.map(({ key, label }) => (
              <div key={key}>
                <dt>
                  <kbd>{keyName(key)}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
          <p>They do not work while you type. Esc leaves a text field and closes this list.</p>
          <Button kind="quiet" onClick={() => setKeys(!areOn)}>
            {areOn ? 'Turn the keys off' : 'Turn the keys on'}
          </Button>
        </Modal>
      )}
    </>
  )
}

function keyName(key: string): string {
  const names: Record<string, string> = { enter: 'Enter', arrowdown: '↓', arrowup: '↑' }
  return names[key] ?? key.toUpperCase()
}
