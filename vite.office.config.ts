import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import * as z from 'zod/mini'
import { approvedCopyOf, LEGAL_TEXTS } from './content/approvals.ts'
import { chooseText } from './content/choose-text.ts'
import { readHandbook } from './content/handbook.ts'
import { readDocument } from './content/read-document.ts'
import { themeBeforePaint } from './web/theme-before-paint.ts'

/** The office is a program of its own, so that no public page carries a byte of it. */
export default defineConfig(({ command }) => ({
  root: join(import.meta.dirname, 'web/office'),
  base: command === 'serve' ? '/office/' : '/',
  publicDir: join(import.meta.dirname, 'web/public'),
  cacheDir: join(import.meta.dirname, 'node_modules/.vite-office'),
  plugins: [policies(), handbook(command === 'build'), theme()],
  server: { fs: { allow: [import.meta.dirname] } },
  worker: {
    rolldownOptions: {
      output: {
        // The service worker of the days serves only what is below its own address.
        entryFileNames: 'office/days/scan/[name]-[hash:8].js',
        assetFileNames: 'assets/office/[name]-[hash:8][extname]',
      },
    },
  },
  build: {
    outDir: join(import.meta.dirname, 'build/office'),
    emptyOutDir: true,
    copyPublicDir: false,
    // The policy of every page admits pictures and fonts from files only, never from data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        main: join(import.meta.dirname, 'web/office/index.html'),
        worker: join(import.meta.dirname, 'web/office/day/worker.ts'),
      },
      output: {
        // A service worker keeps its address, and answers only below it.
        entryFileNames: ({ name }) =>
          name === 'worker' ? 'office/days/worker.js' : 'assets/office/[name]-[hash:8].js',
        chunkFileNames: 'assets/office/[name]-[hash:8].js',
        assetFileNames: 'assets/office/[name]-[hash:8][extname]',
      },
    },
  },
}))

/** The texts that a member reads on the tablet, where their pages do not open; without links. */
function policies(): Plugin {
  const id = '\0virtual:policies'
  const textOf = (name: string) => {
    const place = `content/policies/${name}.md`
    const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
    const copy = approvedCopyOf(place)
    const { text } = chooseText({
      text: read(place),
      approval: LEGAL_TEXTS[place] ?? null,
      copy: existsSync(join(import.meta.dirname, copy)) ? read(copy) : undefined,
    })
    const { html } = readDocument(name, text, z.object({}))
    return html.replace(/<\/?a\b[^>]*>/g, '')
  }
  return {
    name: 'policies',
    resolveId: (source) => (source === 'virtual:policies' ? id : null),
    load(source) {
      if (source !== id) return null
      const texts = { terms: textOf('terms'), 'privacy-policy': textOf('privacy-policy') }
      return `export const policies = ${JSON.stringify(texts)}`
    },
  }
}

/** Its script has the nonce of the build's pages (server/pages/render.ts). */
function theme(): Plugin {
  return {
    name: 'theme',
    transformIndexHtml: (html) => html.replace('<head>', `$&${themeBeforePaint('built')}`),
  }
}

/** The handbook for volunteers, which opens at its part beside each screen. */
function handbook(isBuild: boolean): Plugin {
  const id = '\0virtual:handbook'
  return {
    name: 'handbook',
    resolveId: (source) => (source === 'virtual:handbook' ? id : null),
    load(source) {
      if (source !== id) return null
      const folder = join(import.meta.dirname, 'docs')
      const addressOf = (path: string) => {
        const file = join(folder, path)
        if (!isBuild) return `/office/@fs${file}`
        const content = readFileSync(file)
        const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
        const { name, ext } = parse(path)
        const fileName = `assets/office/${name}-${hash}${ext}`
        this.emitFile({ type: 'asset', fileName, source: content })
        return `/${fileName}`
      }
      const text = readFileSync(join(folder, 'office.md'), 'utf8')
      return `export const parts = ${JSON.stringify(readHandbook(text, addressOf))}`
    },
  }
}
