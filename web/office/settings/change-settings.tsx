import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import {
  hintOf,
  lengthOf,
  readSettings,
  SETTING_GROUPS,
  type SettingGroupName,
  type SettingGroupValues,
  settingInWords,
  settingsOf,
} from '../../../domain/office/settings.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { type BoxWidth, TextAreaField, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficeForm } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import sections from '../parts/sections.module.css'
import { useAction } from '../parts/use-action.ts'
import { useCan } from '../session.ts'
import { HowItReads } from './how-it-reads.tsx'

/** Longer texts are written in a box of several lines. */
const LONG = 100

const WIDTHS: Partial<Record<string, BoxWidth>> = { phone: 20, number: 10, pounds: 10 }

/** The newest first. */
type History = [SettingGroupValues, ...SettingGroupValues[]]

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const group = String(params.group)
  return (await read('GET /api/office/settings/:group', { params: { group }, signal })).history
}

export function Component() {
  const history = useLoaderData<History>()
  const [present] = history
  const { group, version } = present
  const { title, shown, permission } = SETTING_GROUPS[group]
  const mayChange = useCan(permission)
  return (
    <OfficePage title={title} trail={[{ label: 'Settings', to: '/settings' }]} lede={shown}>
      <div className={sections.sections}>
        {mayChange ? (
          <ChangeForm key={version} present={present} />
        ) : (
          <p>Your role does not include a change of this. An admin can tell you who can.</p>
        )}
        <section aria-labelledby="history">
          <h2 id="history">History</h2>
          <DataTable
            caption="History"
            hideCaption
            rows={history}
            rowKey={(row) => row.version}
            columns={[
              { label: 'From', cell: since },
              {
                label: 'By',
                cell: ({ changed_by }) => changed_by ?? 'Came with the program',
              },
              ...settingsOf(group).map((setting) => ({
                label: setting.label,
                cell: ({ values }: SettingGroupValues) =>
                  settingInWords(setting, values[setting.fact]),
              })),
              {
                label: 'Use again',
                cell: (row) => <UseAgain row={row} present={present} mayChange={mayChange} />,
              },
            ]}
          />
        </section>
      </div>
    </OfficePage>
  )
}

function ChangeForm({ present: { group, version, values } }: { present: SettingGroupValues }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<Record<string, string>>(values)

  async function save() {
    await saveSettings(group, { version, values: typed })
    toast({ text: 'The settings have been saved.', tone: 'success' })
    await navigate('/settings')
  }

  return (
    <OfficeForm
      submit="Save"
      check={() => readSettings(group, typed).faults}
      send={save}
      onCancel={() => navigate('/settings')}
    >
      {(errorOf) => (
        <>
          {settingsOf(group).map((setting) => {
            const { fact, label, shape } = setting
            const max = lengthOf(setting)
            const box = {
              name: fact,
              label,
              hint: hintOf(setting),
              maxLength: max,
              value: typed[fact] ?? '',
              error: errorOf(fact),
              onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
                setTyped({ ...typed, [fact]: currentTarget.value }),
            }
            if (max > LONG) return <TextAreaField key={fact} rows={3} {...box} />
            return (
              <TextField key={fact} {...box} width={WIDTHS[shape] ?? 'full'} autoComplete="off" />
            )
          })}
          <HowItReads group={group} values={readSettings(group, typed).values} />
        </>
      )}
    </OfficeForm>
  )
}

/** Nothing on the version that stands. */
function UseAgain({
  row: { group, values, version },
  present,
  mayChange,
}: {
  row: SettingGroupValues
  present: SettingGroupValues
  mayChange: boolean
}) {
  const { isPending, run } = useAction(async () => {
    await saveSettings(group, { version: present.version, values })
    toast({ text: 'The earlier settings are in force again.', tone: 'success' })
  })
  if (version === present.version) return 'In force now'
  if (!mayChange) return null
  return (
    <Button kind="quiet" pending={isPending} onClick={run}>
      Use again
    </Button>
  )
}

function saveSettings(
  group: SettingGroupName,
  body: { version: number; values: Record<string, string> },
) {
  return write('PUT /api/office/settings/:group', { params: { group }, body })
}

function since({ changed_at }: SettingGroupValues): string {
  return changed_at === null ? 'The start' : momentInWords(new Date(changed_at))
}
