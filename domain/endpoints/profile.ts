import * as z from 'zod/mini'
import { ContactChoicesSchema } from '../contact-schemas.ts'
import {
  BeingCheckedSchema,
  ProfileCreateSchema,
  ProfileUpdateSchema,
  UserProfileSchema,
} from '../contract.ts'
import { endpoints, SUCCESS } from './endpoint.ts'

/** No profile without a session: the response must not show whether one was created. */
const CreatedSchema = z.object({
  status: z.literal('success'),
  userProfile: z.optional(UserProfileSchema),
})

export const profileEndpoints = endpoints({
  'GET /api/auth/profile': {
    session: 'proven',
    response: {
      200: z.object({
        userProfile: UserProfileSchema,
        being_checked: z.optional(BeingCheckedSchema),
        contact: ContactChoicesSchema,
      }),
    },
  },
  /** Without a session where the address is confirmed by mail before the first sign-in. */
  'POST /api/auth/profile': {
    session: 'optional',
    body: ProfileCreateSchema,
    response: { 200: CreatedSchema, 201: CreatedSchema },
  },
  'PUT /api/auth/profile': {
    session: 'proven',
    query: z.object({ email: z.optional(z.string()) }),
    body: z.extend(ProfileUpdateSchema, z.partial(ContactChoicesSchema).shape),
    response: SUCCESS,
  },
})
