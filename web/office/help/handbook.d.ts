/** Made by vite.office.config.ts from docs/office.md. */
declare module 'virtual:handbook' {
  export const parts: import('../../../content/handbook.ts').HandbookPart[]
}
