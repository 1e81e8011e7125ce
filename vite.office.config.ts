import { join } from 'node:path'
import { defineConfig } from 'vite'

/** The office is a program of its own, so that no public page carries a byte of it. */
export default defineConfig(({ command }) => ({
  root: join(import.meta.dirname, 'web/office'),
  base: command === 'serve' ? '/office/' : '/',
  publicDir: join(import.meta.dirname, 'web/public'),
  cacheDir: join(import.meta.dirname, 'node_modules/.vite-office'),
  server: { fs: { allow: [import.meta.dirname] } },
  build: {
    outDir: join(import.meta.dirname, 'build/office'),
    emptyOutDir: true,
    copyPublicDir: false,
    // The policy of every page admits pictures and fonts from files only, never from data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/office/[name]-[hash:8].js',
        chunkFileNames: 'assets/office/[name]-[hash:8].js',
        assetFileNames: 'assets/office/[name]-[hash:8][extname]',
      },
    },
  },
}))
