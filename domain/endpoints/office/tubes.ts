import {
  BoxSchema,
  LabelsAgainSchema,
  NewLabelsSchema,
  SampledEventSchema,
  TubesOfDaySchema,
} from '../../office/tube-schemas.ts'
import { endpoints, officeList } from '../endpoint.ts'

export const tubesOfficeEndpoints = endpoints({
  'GET /api/office/laboratory-forms': officeList('laboratory_forms.export', SampledEventSchema),
  'GET /api/office/days/:id/laboratory-form': { permission: 'laboratory_forms.read', response: {} },
  'GET /api/office/days/:id/laboratory-form.csv': {
    permission: 'laboratory_forms.export',
    response: {},
  },
  'GET /api/office/days/:id/courier-list': {
    permission: 'laboratory_forms.read',
    query: BoxSchema,
    response: {},
  },
  'GET /api/office/days/:id/courier-list.csv': {
    permission: 'laboratory_forms.export',
    query: BoxSchema,
    response: {},
  },
  'GET /api/office/days/:id/labels': {
    permission: 'days.write',
    response: { 200: TubesOfDaySchema },
  },
  'POST /api/office/days/:id/labels': {
    permission: 'days.write',
    body: NewLabelsSchema,
    response: {},
  },
  'POST /api/office/days/:id/labels/:batch/again': {
    permission: 'days.write',
    body: LabelsAgainSchema,
    response: {},
  },
})
