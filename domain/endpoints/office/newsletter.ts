import * as z from 'zod/mini'
import { SubscriptionRowSchema } from '../../office/desk-schemas.ts'
import {
  MarkdownPreviewSchema,
  NewNewsletterSchema,
  NewsletterActSchema,
  NewsletterChangeSchema,
  NewsletterRowSchema,
  NewsletterSchema,
  NewsletterShownSchema,
} from '../../office/newsletters.ts'
import { endpoints, NOTHING, officeList } from '../endpoint.ts'

const act = {
  permission: 'newsletters.write',
  body: NewsletterActSchema,
  response: { 200: NewsletterSchema },
} as const

export const newsletterOfficeEndpoints = endpoints({
  'GET /api/office/subscriptions': officeList('newsletters.write', SubscriptionRowSchema),
  'GET /api/office/newsletters': {
    permission: 'newsletters.write',
    response: { 200: z.object({ data: z.array(NewsletterRowSchema) }) },
  },
  'GET /api/office/newsletters/:id': {
    permission: 'newsletters.write',
    response: { 200: NewsletterSchema },
  },
  'POST /api/office/newsletters': {
    permission: 'newsletters.write',
    body: NewNewsletterSchema,
    response: { 201: NewsletterSchema },
  },
  'POST /api/office/newsletters/preview': {
    permission: 'newsletters.write',
    body: MarkdownPreviewSchema,
    response: { 200: z.object({ html: z.string() }) },
  },
  'PUT /api/office/newsletters/:id': {
    permission: 'newsletters.write',
    body: NewsletterChangeSchema,
    response: { 200: NewsletterSchema },
  },
  'POST /api/office/newsletters/:id/discard': {
    permission: 'newsletters.write',
    body: NewsletterActSchema,
    response: NOTHING,
  },
  /** To the caller's own address. */
  'POST /api/office/newsletters/:id/test': act,
  'POST /api/office/newsletters/:id/send': act,
  /** Before the first mail it becomes a draft again; later the rest are not sent. */
  'POST /api/office/newsletters/:id/stop': act,
  'POST /api/office/newsletters/:id/continue': act,
  'PUT /api/office/newsletters/:id/shown': {
    permission: 'newsletters.write',
    body: NewsletterShownSchema,
    response: { 200: NewsletterSchema },
  },
})
