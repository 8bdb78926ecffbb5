import './theme/theme.css'
import { createElement, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { startLanguage } from '#pwa/data/language.ts'
import { startData } from '#pwa/data/start.ts'
import { within } from '#pwa/loading/time-limit.ts'
import { untilLoaded } from '#pwa/loading/until-loaded.ts'
import { watchInstallOffer } from '#pwa/stores/install.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** In a private window the database may not respond just after another page of the app closed. */
const KEPT_MS_MAX = 2_000
/** Then the frame is drawn. A page reports its own failure; texts are English until they load. */
const CODE_MS_MAX = 10_000

watchInstallOffer()
void start(createRoot(root))

// Not awaited at the top level: pages import code from the same file.
async function start(screen: Root) {
  // Either may fail long before it is awaited below.
  const kept = Promise.allSettled([startData()])
  const language = Promise.allSettled([startLanguage()])
  // A separate task: if the rendering code and the frame of the screens ran in one task, a slow
  // phone would not respond to input for twice as long.
  const { preloadScreen, Screens } = await untilLoaded(() => import('./screens.tsx'))
  // The page's code and its data load in parallel. If the code cannot be loaded, the page's error
  // boundary says so; if the disk cannot be read, the app waits for the server's responses.
  await Promise.allSettled([
    within(CODE_MS_MAX, Promise.allSettled([preloadScreen(), language])),
    within(KEPT_MS_MAX, kept),
  ])
  // React renders a transition in slices, so the browser can respond to input in between.
  startTransition(() => screen.render(createElement(Screens)))
}
