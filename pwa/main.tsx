import './theme/theme.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { startData } from '#pwa/data/start.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import { App } from './app.tsx'
import { preloadPage } from './routes.tsx'

// Nothing of these is part of the first picture.
const Afterwards = lazy(async () => ({
  default: (await import('#pwa/features/shell/afterwards.tsx')).Afterwards,
}))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

startData()
const isSignedIn = useSessionStore.getState().status === 'signed-in'
// Where its code can't be had, the page's own boundary says so.
await preloadPage(location.pathname, isSignedIn).catch(() => undefined)
createRoot(root).render(
  <StrictMode>
    <App />
    <Suspense>
      <Afterwards />
    </Suspense>
  </StrictMode>,
)
