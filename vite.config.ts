import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  publicDir: 'web/public',
  // The policy of every page admits pictures and fonts from files only, never from data: addresses.
  build: { assetsInlineLimit: 0 },
})
