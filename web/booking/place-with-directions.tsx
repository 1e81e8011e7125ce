import { directionsOn } from '../map/directions.ts'
import styles from './place-with-directions.module.css'

/** For pages that only the browser renders. */
export function PlaceWithDirections({ address }: { address: string }) {
  if (address === '') return 'Your host will give you the address'
  const { href, label } = directionsOn(globalThis.navigator?.userAgent ?? '', address)
  return (
    <>
      {address}
      <a className={styles.directions} href={href}>
        {label}
      </a>
    </>
  )
}
