import { data, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { placeholdersOf, whyNotMailText } from '../../../domain/mail-texts.ts'
import type { MailText } from '../../../domain/office/mail-text-schemas.ts'
import type { FieldError } from '../../ui/error-summary.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { TemplateField } from '../parts/template-field.tsx'
import { MAIL_WORDS } from './mail-text-labels.ts'

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const texts = await read('GET /api/office/mail-texts', { signal })
  const text = texts.data.find(({ kind }) => kind === params.kind)
  if (!text) throw data(null, { status: 404 })
  return text
}

export function Component() {
  const { kind, text, version } = useLoaderData<MailText>()
  const navigate = useNavigate()
  const { title, when } = MAIL_WORDS[kind]
  const params = { kind }

  async function save(typed: FormData) {
    const body = { text: textIn(typed, 'text'), version }
    await write('PUT /api/office/mail-texts/:kind', { params, body })
    toast({ text: 'The text has been saved.', tone: 'success' })
    await navigate('/mail-texts')
  }
  function check(typed: FormData): FieldError[] {
    const reason = whyNotMailText(kind, textIn(typed, 'text'))
    return reason === null ? [] : [{ field: 'text', message: reason }]
  }

  return (
    <OfficePage
      title={title}
      trail={[
        { label: 'Products', to: '/products' },
        { label: 'Email wording', to: '/mail-texts' },
      ]}
      lede={when}
    >
      <OfficeForm submit="Save" check={check} send={save} onCancel={() => navigate('/mail-texts')}>
        {(errorOf) => (
          <TemplateField
            name="text"
            label="Our text in this email"
            placeholders={placeholdersOf(kind)}
            template={text}
            whyNot={(typed) => whyNotMailText(kind, typed)}
            preview={(typed) =>
              write('POST /api/office/mail-texts/:kind/preview', { params, body: { text: typed } })
            }
            sendTest={(typed) =>
              write('POST /api/office/mail-texts/:kind/test-mail', {
                params,
                body: { text: typed },
              })
            }
            error={errorOf('text')}
          />
        )}
      </OfficeForm>
    </OfficePage>
  )
}
