import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { ResultLaboratory } from '../../../../domain/office/result-import-schemas.ts'
import { SelectField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.tsx'
import { read, upload } from '../../api.ts'
import { FileField } from '../../parts/file-field.tsx'
import { missingFields, OfficeForm } from '../../parts/office-form.tsx'
import { OfficePage } from '../../parts/office-page.tsx'
import { checkFile, FILE_KINDS, MOST_MEGABYTES, tooLarge } from './import-text.ts'

export async function loader({ request }: LoaderFunctionArgs): Promise<ResultLaboratory[]> {
  return (await read('GET /api/office/result-laboratories', { signal: request.signal })).data
}

export function Component() {
  const labs = useLoaderData<ResultLaboratory[]>()
  const known = labs.filter(({ map_version: version }) => version > 0)
  return (
    <OfficePage
      title="Upload a file of results"
      trail={[{ label: 'Result files', to: '/results/imports' }]}
      lede="The file is read and compared with our samples. You see every row before anything is recorded."
    >
      {known.length === 0 ? (
        <Notice title="No laboratory is set up yet">
          <p>
            First set up how we read a laboratory’s files:{' '}
            <Link to="/laboratories">open Laboratories</Link>.
          </p>
        </Notice>
      ) : (
        <UploadForm labs={known} />
      )}
    </OfficePage>
  )
}

function UploadForm({ labs }: { labs: ResultLaboratory[] }) {
  const navigate = useNavigate()
  const [only] = labs.length === 1 ? labs : []

  async function send(typed: FormData) {
    const { id, repeated } = await upload('POST /api/office/result-imports', typed)
    if (repeated)
      toast({ text: 'This file has already been uploaded. Nothing has been added.', tone: 'info' })
    await navigate(`/results/imports/${id}`)
  }
  return (
    <OfficeForm
      submit="Upload and compare"
      check={(typed) => [
        ...missingFields(typed, { lab: 'Choose the laboratory.' }),
        ...checkFile(typed.get('file')),
      ]}
      send={send}
      toFieldError={({ status, code, message }) => {
        if (status === 413) return tooLarge
        return code === 'no_column_map' ? { field: 'lab', message } : null
      }}
      onCancel={() => navigate('/results/imports')}
    >
      {(errorOf) => (
        <>
          <SelectField
            name="lab"
            label="Laboratory"
            hint="The list shows only laboratories with a column map. See Laboratories."
            placeholder="Choose"
            defaultValue={only ? String(only.lab_id) : ''}
            options={labs.map(({ lab_id: id, name }) => ({ value: String(id), label: name }))}
            error={errorOf('lab')}
          />
          <FileField
            name="file"
            label="The laboratory’s file"
            hint={`CSV, Excel (.xlsx) or HL7, up to 20,000 rows and ${MOST_MEGABYTES} MB. You will see progress for long files.`}
            accept={FILE_KINDS}
            error={errorOf('file')}
          />
        </>
      )}
    </OfficeForm>
  )
}
