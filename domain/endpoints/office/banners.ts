import * as z from 'zod/mini'
import {
  BannerChangeSchema,
  BannerEndSchema,
  BannerSchema,
  NewBannerSchema,
} from '../../office/banners.ts'
import { endpoints } from '../endpoint.ts'

export const bannersOfficeEndpoints = endpoints({
  'GET /api/office/banners': {
    permission: 'banners.write',
    response: { 200: z.object({ data: z.array(BannerSchema) }) },
  },
  'GET /api/office/banners/shown': {
    permission: null,
    response: {
      200: z.object({ data: z.array(z.pick(BannerSchema, { id: true, words: true, tone: true })) }),
    },
  },
  'GET /api/office/banners/:id': {
    permission: 'banners.write',
    response: { 200: BannerSchema },
  },
  'POST /api/office/banners': {
    permission: 'banners.write',
    body: NewBannerSchema,
    response: { 201: BannerSchema },
  },
  'PUT /api/office/banners/:id': {
    permission: 'banners.write',
    body: BannerChangeSchema,
    response: { 200: BannerSchema },
  },
  'POST /api/office/banners/:id/end': {
    permission: 'banners.write',
    body: BannerEndSchema,
    response: { 200: BannerSchema },
  },
})
