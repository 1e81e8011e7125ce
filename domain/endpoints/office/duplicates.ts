import { MergeAskedSchema, MergeRefusalSchema } from '../../office/claim-schemas.ts'
import {
  DuplicatesRowSchema,
  MergedSchema,
  MergePreviewSchema,
  MergeRequestSchema,
  PairDecisionSchema,
  ProposedMergeSchema,
  UnnamedResultSchema,
} from '../../office/merge-schemas.ts'
import { PartedSchema, PartingPreviewSchema, PartingRequestSchema } from '../../office/partings.ts'
import { endpoints, NOTHING, officeList } from '../endpoint.ts'

export const duplicatesOfficeEndpoints = endpoints({
  'GET /api/office/doubles': officeList('members.merge', DuplicatesRowSchema),
  'POST /api/office/doubles/:one/:other/not-the-same': {
    permission: 'members.merge',
    body: PairDecisionSchema,
    response: NOTHING,
  },
  'POST /api/office/doubles/:one/:other/reopening': {
    permission: 'members.merge',
    response: NOTHING,
  },
  'GET /api/office/members/:id/merges/:other': {
    permission: 'members.merge',
    response: { 200: MergePreviewSchema },
  },
  'POST /api/office/members/:id/merges': {
    permission: 'members.merge',
    body: MergeRequestSchema,
    response: { 200: MergedSchema, 202: MergedSchema },
  },
  'GET /api/office/merge-requests': officeList('members.merge', MergeAskedSchema),
  'GET /api/office/merge-requests/:id': {
    permission: 'members.merge',
    response: { 200: ProposedMergeSchema },
  },
  'POST /api/office/merge-requests/:id/confirmation': {
    permission: 'members.merge',
    response: { 200: MergedSchema },
  },
  'POST /api/office/merge-requests/:id/refusal': {
    permission: 'members.merge',
    body: MergeRefusalSchema,
    response: NOTHING,
  },
  'GET /api/office/merged-results': officeList('merged_results.name', UnnamedResultSchema),
  'POST /api/office/merged-results/:id': {
    permission: 'merged_results.name',
    response: { 200: MergedSchema },
  },
  'GET /api/office/merges/:id/part': {
    permission: 'members.merge',
    response: { 200: PartingPreviewSchema },
  },
  'POST /api/office/merges/:id/part': {
    permission: 'members.merge',
    body: PartingRequestSchema,
    response: { 200: PartedSchema },
  },
})
