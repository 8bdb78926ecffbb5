import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { type Feature, openablePathsOf } from './pwa/feature.ts'
import { BUILD_TARGET } from './pwa/supported-browsers.ts'
import { BEFORE_SIGN_IN, CHUNKS } from './scripts/build/chunks.ts'
import { compressAssets } from './scripts/build/compress-assets.ts'
import { firstPage } from './scripts/build/first-page.ts'
import { minifyScript } from './scripts/build/minify-script.ts'
import { offeredLanguages } from './scripts/build/offered-languages.ts'
import { pinFiles } from './scripts/build/pin-files.ts'
import { retryChunks } from './scripts/build/retry-chunks.ts'
import { VERIFY_PAGE, verifyPage } from './scripts/build/verify-page.ts'

const pinned = pinFiles()

const FIRST_PAGE = new RegExp(`(${BEFORE_SIGN_IN.join('|')})-[^/]*$`)

/** The font of every page. The others are loaded where a page has their letters. */
const FONT = /\/inter-latin-wght-[^/]*\.woff2$/
const OTHER_FONTS = ['**/inter-latin-ext-*.woff2', '**/inter-vietnamese-*.woff2']

/** The frame around every page runs in a task of its own, after the code that draws it. */
const FRAME = /\/frame-[^/]*\.js$/

const { HOST, PORT = 3000 } = process.env
const API = `http://${HOST || '127.0.0.1'}:${PORT}`

// Imported under a computed name: Vite bundles what a configuration names into it, here every page,
// and restarts the development server whenever one of those files changes.
const FEATURES_FILE = new URL('pwa/features/index.ts', import.meta.url).href
const { FEATURES }: { FEATURES: readonly Feature[] } = await import(FEATURES_FILE)

export default defineConfig({
  root: fileURLToPath(new URL('pwa', import.meta.url)),
  publicDir: 'public',
  define: {
    __SCREEN_PATHS__: JSON.stringify(openablePathsOf(FEATURES)),
    __LANGUAGES__: JSON.stringify(offeredLanguages()),
  },
  resolve: {
    alias: {
      // react-router exports its development build alone; this one leaves out the warnings. A
      // release without this file fails the build.
      'react-router-dom': fileURLToPath(
        new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
      ),
    },
  },
  plugins: [
    react(),
    tailwindcss(),
    firstPage(),
    preloadFirst(),
    minifyScript('before.js'),
    retryChunks(),
    verifyPage(),
    pinned.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'service-worker.ts',
      injectRegister: false,
      // Written by `firstPage`, one for each language.
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,woff2,svg}', 'icons/icon-192.png'],
        globIgnores: ['service-worker.js', VERIFY_PAGE, ...OTHER_FONTS],
        manifestTransforms: [pinned.transform],
        rollupFormat: 'iife',
      },
    }),
    compressAssets(),
  ],
  build: {
    outDir: fileURLToPath(new URL('dist', import.meta.url)),
    emptyOutDir: true,
    target: BUILD_TARGET,
    // The content policy takes no data: URLs for code and styles.
    assetsInlineLimit: 0,
    // Old chunks are never asked for again: the precache holds a version as a whole.
    modulePreload: {
      polyfill: false,
      // A signed-in person's pages come from the service worker, where hints cost more than the
      // files that they hurry; log-in and sign-up come over the network.
      resolveDependencies: (file, dependencies, { hostType }) =>
        hostType === 'html' || FIRST_PAGE.test(file) ? dependencies : [],
    },
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
        // The first script names every other one, and a hash does not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    port: 5173,
    ...(HOST && { host: HOST }),
    proxy: { '/api': API, '/log/': API, '/dev/': API, '/ws': { target: API, ws: true } },
  },
})

/** Preloads what the first paint needs but the HTML does not reference. */
function preloadFirst(): Plugin {
  return {
    name: 'preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .map((file) => ({ href: `/${file}`, crossorigin: true }))
          .flatMap(({ href, ...attrs }) => {
            if (FONT.test(href))
              return { rel: 'preload', href, as: 'font', type: 'font/woff2', ...attrs }
            if (FRAME.test(href)) return { rel: 'modulepreload', href, ...attrs }
            return []
          })
          .map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' })),
    },
  }
}
