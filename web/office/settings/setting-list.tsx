import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import {
  SETTING_GROUPS,
  type SettingGroupValues,
  settingInWords,
  settingsOf,
} from '../../../domain/office/settings.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { read } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import sections from '../parts/sections.module.css'
import { useMe } from '../session.ts'

export async function loader({ request }: LoaderFunctionArgs): Promise<SettingGroupValues[]> {
  return (await read('GET /api/office/settings', { signal: request.signal })).data
}

export function Component() {
  const groups = useLoaderData<SettingGroupValues[]>()
  const { permissions } = useMe()
  return (
    <OfficePage
      title="Settings"
      lede="What the charity says of itself, and the limits that we work under. A number, an address or a line is on every page within two seconds, and in every email, text message and letter that leaves from then on. A limit counts for what is started from then on."
    >
      <div className={sections.sections}>
        {groups.map(({ group, values, changed_by, changed_at }) => {
          const { title, shown, permission } = SETTING_GROUPS[group]
          return (
            <section key={group} className="stack" aria-label={title}>
              <h2>{title}</h2>
              <p className="measure">{shown}</p>
              <Facts>
                {settingsOf(group).map((setting) => (
                  <Fact key={setting.fact} term={setting.label}>
                    {settingInWords(setting, values[setting.fact])}
                  </Fact>
                ))}
                <Fact term="Last changed">{changedInWords({ changed_by, changed_at })}</Fact>
              </Facts>
              <p>
                <ButtonLink kind="quiet" to={`/settings/${group}`}>
                  {permissions.includes(permission) ? 'Change' : 'History'}{' '}
                  <span className="visually-hidden">of {title}</span>
                </ButtonLink>
              </p>
            </section>
          )
        })}
      </div>
    </OfficePage>
  )
}

function changedInWords({
  changed_by,
  changed_at,
}: Pick<SettingGroupValues, 'changed_by' | 'changed_at'>): string {
  if (changed_at === null) return 'Never: it came with the program'
  return `At ${momentInWords(new Date(changed_at))} by ${changed_by}`
}
