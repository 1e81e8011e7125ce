import { RESOURCES } from '../../content/resources.ts'
import { dialled } from '../../domain/charity-forms.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './information-hub.module.css'

export function Resources() {
  return (
    <>
      <ul className={styles.resources}>
        {RESOURCES.map(({ icon, title, help, website, phone }) => (
          <li key={title}>
            <Icon name={icon} />
            <div>
              <h3>{title}</h3>
              <p>{help}</p>
              {website && (
                <p>
                  <a href={website}>{new URL(website).hostname.replace('www.', '')}</a>
                </p>
              )}
              {phone && (
                <p>
                  <a href={`tel:${dialled(phone)}`}>{phone}</a>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        In an emergency, call <a href="tel:999">999</a>. For advice at any time, call NHS{' '}
        <a href="tel:111">111</a>.
      </p>
    </>
  )
}
