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

/** In a private window the database may not answer just after another page of the app has gone. */
const KEPT_MS_MAX = 2_000
/** Where a request gets no answer, the page says so itself, and texts are English until they come. */
const CODE_MS_MAX = 10_000

watchInstallOffer()
void start(createRoot(root))

// Not awaited at the top level: pages import code from the same file.
async function start(screen: Root) {
  // Either may fail long before it is waited for below.
  const kept = Promise.allSettled([startData()])
  const language = Promise.allSettled([startLanguage()])
  // A separate task: the code that draws and the screens' frame, run in one, keep a slow phone
  // from answering for twice as long.
  const { preloadScreen, Screens } = await untilLoaded(() => import('./screens.tsx'))
  // The page and what it shows come side by side. Where the page's code can't be had, its own
  // boundary says so; without a readable disk the app waits for the server's answers.
  await Promise.allSettled([
    within(CODE_MS_MAX, Promise.allSettled([preloadScreen(), language])),
    within(KEPT_MS_MAX, kept),
  ])
  // A transition is drawn in slices, between which the browser stays able to answer.
  startTransition(() => screen.render(createElement(Screens)))
}
