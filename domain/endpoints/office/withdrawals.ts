import {
  StaffWithdrawalSchema,
  WithdrawableSchema,
  WithdrawalSchema,
} from '../../consent-schemas.ts'
import { endpoints } from '../endpoint.ts'

export const withdrawalsOfficeEndpoints = endpoints({
  'GET /api/office/members/:id/consents': {
    permission: 'consents.withdraw',
    response: { 200: WithdrawableSchema },
  },
  'POST /api/office/members/:id/consent-withdrawals': {
    permission: 'consents.withdraw',
    body: StaffWithdrawalSchema,
    response: { 200: WithdrawalSchema },
  },
})
