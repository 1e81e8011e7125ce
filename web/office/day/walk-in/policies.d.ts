/** Made by vite.office.config.ts from content/policies. */
declare module 'virtual:policies' {
  export const policies: Record<'terms' | 'privacy-policy', string>
}
