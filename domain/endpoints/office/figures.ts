import { FiguresPublicationSchema, YearFiguresSchema } from '../../office/figures.ts'
import { endpoints } from '../endpoint.ts'

export const figuresOfficeEndpoints = endpoints({
  'GET /api/office/figures/:year': {
    permission: 'figures.read',
    response: { 200: YearFiguresSchema },
  },
  'POST /api/office/figures/:year/publication': {
    permission: 'figures.publish',
    body: FiguresPublicationSchema,
    response: { 200: YearFiguresSchema },
  },
})
