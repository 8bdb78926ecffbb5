import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './pwa/manifest.ts'
import { compressAssets } from './scripts/build/compress-assets.ts'
import { operator } from './shared/operator.ts'

/** Small and used everywhere; the dialog's frame and the chart stay files of their own. */
const SHARED_LOOK =
  /pwa\/ui\/(?!dialog-frame|scroll-lock|candle-canvas|expiry-line|chart-colours|tabs)|lucide-react|shared\/(format|money|time)/

const API = 'http://127.0.0.1:3000'

export default defineConfig({
  root: fileURLToPath(new URL('pwa', import.meta.url)),
  publicDir: 'public',
  resolve: {
    alias: {
      // The original injects a style element, which the content policy forbids.
      'react-remove-scroll': fileURLToPath(new URL('pwa/ui/scroll-lock.tsx', import.meta.url)),
    },
  },
  plugins: [
    react(),
    tailwindcss(),
    nameOperator(),
    preloadFont(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,woff2,svg}', 'icons/icon-192.png'],
        globIgnores: ['service-worker.js'],
        rollupFormat: 'iife',
      },
    }),
    compressAssets(),
  ],
  build: {
    outDir: fileURLToPath(new URL('dist', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome123', 'safari17.5', 'firefox121'],
    // The content policy takes no data: URLs for code and styles.
    assetsInlineLimit: 0,
    // Old chunks are never asked for again: the precache holds a version as a whole.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        // A cold start pays for each file on its way through the service worker: what several
        // pages share comes as one.
        codeSplitting: {
          groups: [{ name: 'ui', test: SHARED_LOOK, minShareCount: 2 }],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': API, '/ws': { target: API, ws: true } },
  },
})

/** Fills the operator's name into the page, so that it stands in one place alone. */
function nameOperator(): Plugin {
  return {
    name: 'name-operator',
    transformIndexHtml: (html) =>
      html.replaceAll('%NAME%', operator.name).replaceAll('%TAGLINE%', operator.tagline),
  }
}

/** The font is asked for with the page, not when the style sheet has been read. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
            },
            injectTo: 'head',
          })),
    },
  }
}
