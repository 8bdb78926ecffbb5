import './theme/theme.css'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { runBehind, startData } from '#pwa/data/start.ts'
import { watchInstallOffer } from '#pwa/stores/install.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import { latePart } from '#pwa/ui/late-part.tsx'
import { App } from './app.tsx'
import { preloadPage } from './routes.tsx'

// Nothing of these is part of the first picture.
const Afterwards = latePart(
  async () => (await import('#pwa/features/shell/afterwards.tsx')).Afterwards,
)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

watchInstallOffer()
void start(createRoot(root))

// Nothing may wait for this on the way in: pages import code that lies in the same file.
async function start(screen: Root) {
  const kept = startData()
  const isSignedIn = useSessionStore.getState().status === 'signed-in'
  // The page and what it shows come side by side. Where the page's code can't be had, its own
  // boundary says so; without a readable disk the app waits for the server's answers.
  await Promise.allSettled([preloadPage(location.pathname, isSignedIn), kept])
  // A transition is drawn in slices, between which the browser stays able to answer.
  startTransition(() =>
    screen.render(
      <StrictMode>
        <Screens />
      </StrictMode>,
    ),
  )
}

function Screens() {
  useEffect(() => void runBehind(), [])
  return (
    <>
      <App />
      <Afterwards />
    </>
  )
}
