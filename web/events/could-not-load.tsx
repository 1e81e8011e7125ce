import { useReportedError } from '../pages/use-reported-error.ts'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './event.module.css'
import { LoadFailed } from './load-failed.tsx'

export function CouldNotLoad({ title, what }: { title: string; what: string }) {
  useReportedError()
  return (
    <Wrap>
      <PageTitle>{title}</PageTitle>
      <div className={styles.nextLink}>
        <LoadFailed what={what} />
      </div>
    </Wrap>
  )
}
