import './theme/theme.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { startData } from '#pwa/data/start.ts'
import { LoadingScreen } from '#pwa/features/shell/loading-screen.tsx'

// The first picture needs neither routes nor menus: they arrive while the session check runs.
const app = import('./app.tsx')
const App = lazy(async () => ({ default: (await app).App }))

const Afterwards = lazy(async () => ({
  default: (await import('#pwa/features/shell/afterwards.tsx')).Afterwards,
}))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

startData()
createRoot(root).render(
  <StrictMode>
    <Suspense fallback={<LoadingScreen />}>
      <App />
      <Afterwards />
    </Suspense>
  </StrictMode>,
)
