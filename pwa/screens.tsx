import { StrictMode, useEffect } from 'react'
import { runBehind } from '#pwa/data/start.ts'
import { FEATURES } from '#pwa/features/index.ts'
import { latePart } from '#pwa/loading/late-part.tsx'
import { PageBoundary } from '#pwa/shell/page-boundary.tsx'
import { useLanguageStore } from '#pwa/stores/language.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import { App } from './app.tsx'
import { queryFamiliesOf } from './feature.ts'
import { preloadPage } from './routes.tsx'

// Not part of the first paint.
const Afterwards = latePart(async () => (await import('#pwa/shell/afterwards.tsx')).Afterwards)

/** The whole app, as the root draws it. */
export function Screens() {
  useEffect(() => void runBehind(queryFamiliesOf(FEATURES)), [])
  // Another language draws everything again, and nothing that was typed or opened is lost.
  useLanguageStore()
  return (
    <StrictMode>
      <PageBoundary>
        <App />
      </PageBoundary>
      <Afterwards />
    </StrictMode>
  )
}

/** Loads the code of the screen at the current address. */
export function preloadScreen(): Promise<void> {
  return preloadPage(location.pathname, useSessionStore.getState().status === 'signed-in')
}
