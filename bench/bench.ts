import type { makeSigningKeys } from '../auth/tokens/keys.ts'

export type Bench = {
  siteUrl: string
  /** The process that `npm start` starts. */
  sitePid: number
  bareUrl: string
  databaseUrl: string
  signingKeys: Awaited<ReturnType<typeof makeSigningKeys>>
  fieldKeys: string
}
