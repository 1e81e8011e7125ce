import { data, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type {
  ResultLaboratory,
  SavedColumnMap,
} from '../../../../domain/office/result-import-shapes.ts'
import { momentInWords } from '../../../../domain/uk-time.ts'
import { RadioGroup } from '../../../ui/choices.tsx'
import { confirm } from '../../../ui/dialog.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { read, write } from '../../api.ts'
import { OfficeForm } from '../../parts/office-form.tsx'
import { OfficePage } from '../../parts/office-page.tsx'
import { Columns } from './columns.tsx'
import styles from './import.module.css'
import { checkMap, toMap } from './map-form.ts'
import { SampleFile } from './sample-file.tsx'
import { TrialOutcome } from './trial-outcome.tsx'
import { useColumnMap } from './use-column-map.ts'

type Loaded = { lab: ResultLaboratory; saved: SavedColumnMap }

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { signal } = request
  const [labs, saved] = await Promise.all([
    read('GET /api/office/result-laboratories', { signal }),
    read('GET /api/office/labs/:id/column-map', { params: { id: String(params.id) }, signal }),
  ])
  const lab = labs.data.find(({ lab_id: id }) => id === Number(params.id))
  if (!lab) throw data(null, { status: 404 })
  return { lab, saved }
}

export function Component() {
  const { lab, saved } = useLoaderData<Loaded>()
  const { version, saved_at: at, by } = saved
  return (
    <OfficePage
      title={`Column map of ${lab.name}`}
      trail={[
        { label: 'Result files', to: '/results/imports' },
        { label: 'Laboratories', to: '/laboratories' },
      ]}
      lede={
        at === null
          ? 'There is none yet, so the files of this laboratory cannot be read. Try it on a sample file before you save it.'
          : `Version ${version}, saved by ${by ?? 'somebody'}, ${momentInWords(new Date(at))}. A change counts for files that are uploaded from then on.`
      }
    >
      <MapForm key={`${lab.lab_id}-${version}`} lab={lab} saved={saved} />
    </OfficePage>
  )
}

function MapForm({ lab, saved }: Loaded) {
  const navigate = useNavigate()
  const { typed, change, sample, readHeaders, runTrial } = useColumnMap(lab.lab_id, saved.map)
  const { format, columns, tests, units, outcomes } = typed

  async function save() {
    const isTried = sample.trial?.of === typed
    const isSure =
      isTried ||
      (await confirm({
        title: 'Save without a trial run?',
        text: 'This column map has not been tried on a sample file since you changed it. A wrong column can refuse a whole file, or read the wrong thing.',
        yes: 'Save it anyway',
        no: 'Go back',
      }))
    if (!isSure) return
    const after = await write('PUT /api/office/labs/:id/column-map', {
      params: { id: lab.lab_id },
      body: { version: saved.version, map: toMap(typed) },
    })
    toast({ text: `Version ${after.version} of the column map is saved.`, tone: 'success' })
    await navigate('/laboratories')
  }

  return (
    <div className={styles.form}>
      <OfficeForm
        submit="Save the column map"
        check={() => checkMap(typed)}
        send={save}
        onCancel={() => navigate('/laboratories')}
      >
        {(errorOf) => (
          <>
            <RadioGroup
              name="format"
              label="What the laboratory sends"
              options={[
                { value: 'table', label: 'A table: CSV or Excel' },
                { value: 'hl7', label: 'HL7 messages (ORU^R01)' },
              ]}
              value={format}
              onChange={(value) => change({ format: value === 'hl7' ? 'hl7' : 'table' })}
            />
            <SampleFile sample={sample} onFile={readHeaders} error={errorOf('file')} />
            <Columns
              format={format}
              columns={columns}
              headers={sample.headers}
              onChange={(changed) => change({ columns: changed })}
              errorOf={errorOf}
            />
            <TextAreaField
              name="tests"
              label="Tests that are results of ours"
              hint="By the laboratory's name or code, one a line. A row of another test is an error."
              rows={3}
              value={tests}
              onChange={({ currentTarget }) => change({ tests: currentTarget.value })}
              error={errorOf('tests')}
            />
            <TextAreaField
              name="units"
              label="Units that we accept"
              hint="One a line: as the laboratory writes it = as our members read it. Only for units of which the numbers are equal: no number is converted. “= ng/mL” stands for a row without a unit."
              rows={4}
              value={units}
              onChange={({ currentTarget }) => change({ units: currentTarget.value })}
              error={errorOf('units')}
            />
            <TextAreaField
              name="outcomes"
              label="What the laboratory writes instead of a number"
              optional
              hint="One a line: as it stands in the result, or alone in the note of a result that was cancelled = haemolysed, insufficient, unlabelled, leaked, too_old, wrong_tube, lost or not_processed. A comment beside it is never taken for one."
              rows={4}
              value={outcomes}
              onChange={({ currentTarget }) => change({ outcomes: currentTarget.value })}
              error={errorOf('outcomes')}
            />
            <TrialOutcome sample={sample} isCurrent={sample.trial?.of === typed} onTry={runTrial} />
          </>
        )}
      </OfficeForm>
    </div>
  )
}
