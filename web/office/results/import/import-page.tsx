import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ImportRow, ResultImport } from '../../../../domain/office/result-import-schemas.ts'
import { momentInWords } from '../../../../domain/uk-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { read } from '../../api.ts'
import { type LoadedList, listLoader } from '../../parts/list-loader.ts'
import { OfficePage } from '../../parts/office-page.tsx'
import { CommitImport } from './commit-import.tsx'
import styles from './import.module.css'
import { ImportRows } from './import-rows.tsx'
import { refusalText, STATE_WORDS, unreadText } from './import-text.ts'

type Loaded = { imported: ResultImport; list: LoadedList<ImportRow> }

/** The rows of the tab, at first those that wait for a person. */
const loadRows = listLoader<ImportRow>(({ query, signal }, { id }) =>
  read('GET /api/office/result-imports/:id/rows', {
    params: { id: String(id) },
    query: { ...query, tab: query.tab ?? 'open' },
    ...(signal && { signal }),
  }),
)

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const [imported, list] = await Promise.all([
    read('GET /api/office/result-imports/:id', {
      params: { id: String(args.params.id) },
      signal: args.request.signal,
    }),
    loadRows(args),
  ])
  return { imported, list }
}

export function Component() {
  const { imported, list } = useLoaderData<Loaded>()
  const { id, file, lab, state, refusal, unread, by, at } = imported
  const { label, tone } = STATE_WORDS[state]
  return (
    <OfficePage
      title={file}
      trail={[{ label: 'Result files', to: '/results/imports' }]}
      lede={`${lab}. Uploaded by ${by}, ${momentInWords(new Date(at))}.`}
    >
      <div className={styles.parts}>
        <p>
          <Badge tone={tone}>{label}</Badge>
        </p>
        {refusal !== null ? (
          <Refused refusal={refusal} />
        ) : (
          <>
            {state !== 'reading' && <p>{unreadText(unread)}</p>}
            <CommitImport key={id} imported={imported} />
            <section aria-labelledby="rows">
              <h2 id="rows" tabIndex={-1}>
                Rows
              </h2>
              <ImportRows imported={imported} list={list} />
            </section>
          </>
        )}
      </div>
    </OfficePage>
  )
}

function Refused({ refusal }: { refusal: string }) {
  const { sentence, step } = refusalText(refusal)
  return (
    <Notice tone="warn" title="The whole file was refused. Nothing has been recorded.">
      <p className={styles.long}>{sentence}</p>
      {step && <p>{step}</p>}
      <p>
        <ButtonLink to="/results/imports/new" kind="quiet">
          Upload again
        </ButtonLink>{' '}
        <Link to="/laboratories">Laboratories</Link>
      </p>
    </Notice>
  )
}
