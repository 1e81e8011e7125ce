import { data, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type {
  ResultLaboratory,
  SavedColumnMap,
} from '../../../../domain/office/result-import-schemas.ts'
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
          ? 'This laboratory has no column map yet, so we cannot read its files. Try the map on a sample file before you save it.'
          : `Version ${version}, saved by ${by ?? 'somebody'}, ${momentInWords(new Date(at))}. A change applies to files uploaded after you save it.`
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
        text: 'You have not tried this column map on a sample file since you changed it. One wrong column can cause a whole file to be refused, or the wrong data to be read.',
        yes: 'Save it anyway',
        no: 'Go back',
      }))
    if (!isSure) return
    const after = await write('PUT /api/office/labs/:id/column-map', {
      params: { id: lab.lab_id },
      body: { version: saved.version, map: toMap(typed) },
    })
    toast({ text: `Version ${after.version} of the column map has been saved.`, tone: 'success' })
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
              label="Tests we accept"
              hint="Enter the laboratory’s name or code for each test, one to a line. Rows for any other test are errors."
              rows={3}
              value={tests}
              onChange={({ currentTarget }) => change({ tests: currentTarget.value })}
              error={errorOf('tests')}
            />
            <TextAreaField
              name="units"
              label="Units that we accept"
              hint="One to a line: the laboratory’s unit = the unit members see. Use this only for units with the same value, because we do not convert numbers. Enter ‘= ng/mL’ for rows without a unit."
              rows={4}
              value={units}
              onChange={({ currentTarget }) => change({ units: currentTarget.value })}
              error={errorOf('units')}
            />
            <TextAreaField
              name="outcomes"
              label="What the laboratory writes instead of a number"
              optional
              hint="One to a line: what the result says, or the whole note of a cancelled result = haemolysed, insufficient, unlabelled, leaked, too_old, wrong_tube, lost or not_processed. We never read a comment beside a result as one of these."
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
