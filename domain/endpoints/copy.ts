import * as z from 'zod/mini'
import { ErasureSchema, MyDataSchema, ResultViewsSchema, SignInSchema } from '../my-data.ts'
import { endpoints } from './endpoint.ts'

export const copyEndpoints = endpoints({
  'GET /api/my-data': { session: 'proven', response: { 200: MyDataSchema } },
  'GET /api/my-data/pdf': { session: 'proven', response: {} },
  'GET /api/my-data/result-views': {
    session: 'proven',
    query: z.object({ before: z.optional(z.iso.datetime()) }),
    response: { 200: ResultViewsSchema },
  },
  'GET /api/my-data/sign-ins': {
    session: 'proven',
    response: { 200: z.object({ sign_ins: z.nullable(z.array(SignInSchema)) }) },
  },
  'GET /api/my-data/erasure-request': { session: 'proven', response: { 200: ErasureSchema } },
  'POST /api/my-data/erasure-request': { session: 'proven', response: { 200: ErasureSchema } },
  'DELETE /api/my-data/erasure-request': { session: 'proven', response: { 200: ErasureSchema } },
})
