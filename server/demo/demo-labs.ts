import type { ColumnMap } from '../../domain/office/lab-columns.ts'
import { venues } from './demo-venues.ts'

const units = { 'ug/L': 'ng/ml', 'µg/L': 'ng/ml', 'ng/mL': 'ng/ml' }

/** Three invented laboratories, each with a shape of file of its own, and a day that it served. */
export const DEMO_LABS = {
  csv: {
    name: 'CHAPS sample laboratory',
    requiresNhsNumber: false,
    day: { name: 'Exeter PSA screening', venue: venues.exeter, inDays: -4, sessionMinutes: 15 },
    map: {
      format: 'table',
      columns: {
        'Lab No': 'lab_number',
        Tube: 'tube',
        Surname: 'last_name',
        Forename: 'first_name',
        'Date of birth': 'date_of_birth',
        Sampled: 'collected',
        Test: 'test',
        Result: 'value',
        Unit: 'unit',
        Range: 'range',
        Status: 'status',
        Comment: 'comment',
      },
      tests: ['PSA', 'Total PSA'],
      units,
    },
  },
  excel: {
    name: 'Sample Pathology Partners',
    requiresNhsNumber: true,
    day: { name: 'Plymouth PSA screening', venue: venues.plymouth, inDays: -3, sessionMinutes: 20 },
    map: {
      format: 'table',
      columns: {
        Specimen: 'lab_number',
        'NHS Number': 'nhs_number',
        Patient: 'full_name',
        Born: 'date_of_birth',
        'Taken at': 'collected',
        Analyte: 'test',
        Value: 'value',
        Units: 'unit',
        Reference: 'range',
        Remarks: 'comment',
      },
      tests: ['Prostate specific antigen'],
      units,
    },
  },
  hl7: {
    name: 'Sample County Hospital',
    requiresNhsNumber: false,
    day: { name: 'Cardiff PSA screening', venue: venues.cardiff, inDays: -2, sessionMinutes: 20 },
    map: {
      format: 'hl7',
      columns: {},
      tests: ['PSA'],
      units,
      outcomes: { 'Cancelled - sample exceeded 16 hours': 'too_old' },
    },
  },
} satisfies Record<string, DemoLab>

export type DemoLab = {
  name: string
  requiresNhsNumber: boolean
  day: { name: string; venue: (typeof venues)['exeter']; inDays: number; sessionMinutes: number }
  map: ColumnMap
}
