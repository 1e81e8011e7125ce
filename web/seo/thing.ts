/** Something of schema.org's words: an article, an event, the charity itself. */
export type Thing = { '@type': string | string[]; [property: string]: unknown }
