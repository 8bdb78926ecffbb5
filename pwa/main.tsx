import './theme/theme.css'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { startData } from '#pwa/data/start.ts'
import { App } from './app.tsx'

// Nothing of these is part of the first picture.
const Afterwards = lazy(async () => ({
  default: (await import('#pwa/features/shell/afterwards.tsx')).Afterwards,
}))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

startData()
createRoot(root).render(
  <StrictMode>
    <App />
    <Suspense>
      <Afterwards />
    </Suspense>
  </StrictMode>,
)
