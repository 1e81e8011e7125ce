export type Thing = { '@type': string | string[]; [property: string]: unknown }
