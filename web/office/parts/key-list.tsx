import { Button } from '../../ui/button.tsx'
import styles from './key-list.module.css'
import { type ScreenKey, setKeys, useKeysSetting } from './use-keys.ts'

/** What single keys do on a screen, and the button that turns all of them off. */
export function KeyList({ keys }: { keys: readonly Pick<ScreenKey, 'key' | 'label'>[] }) {
  const areOn = useKeysSetting()
  return (
    <>
      <dl className={styles.keys}>
        {keys.map(({ key, label }) => (
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
    </>
  )
}

function keyName(key: string): string {
  const names: Record<string, string> = { enter: 'Enter', arrowdown: '↓', arrowup: '↑' }
  return names[key] ?? key.toUpperCase()
}
