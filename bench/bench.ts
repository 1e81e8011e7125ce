import type { makeSigningKeys } from '../auth/tokens/keys.ts'

export type Bench = {
  siteUrl: string
  bareUrl: string
  databaseUrl: string
  signingKeys: Awaited<ReturnType<typeof makeSigningKeys>>
  fieldKeys: string
}
