import type { makeSigningKeys } from '../auth/tokens/keys.ts'

export type Bench = {
  siteUrl: string
  /** The process that `npm start` starts. */
  sitePid: number
  bareUrl: string
  barePid: number
  databaseUrl: string
  ownerUrl: string
  signingKeys: Awaited<ReturnType<typeof makeSigningKeys>>
  fieldKeys: string
  /** Starts a second site on another database; resolves when it is ready. */
  startSite(
    database: { databaseUrl: string; ownerUrl: string },
    settings?: Record<string, string>,
  ): Promise<RunningSite>
}

export type RunningSite = { url: string; stop(): Promise<void> }
