import { useConnectionStore } from '#pwa/stores/connection.ts'
import { onContact, probe, reportContact, wasReached } from './reachability.ts'

const PROBE_EVERY_MS = 5_000

/** Keeps the connection store true: the browser's word for "no network", our own for "no server". */
export function startConnection(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const show = (isOnline: boolean) => {
    useConnectionStore.setState({ isOnline })
    clearInterval(timer)
    // Only while the server is out of reach; otherwise every request tells.
    timer = isOnline ? undefined : setInterval(() => void probeIfVisible(), PROBE_EVERY_MS)
  }
  const onOnline = () => void probe()
  const onOffline = () => reportContact(false)
  const stopContact = onContact(show)
  // A screen may have asked, in vain, before anybody listened.
  if (!wasReached()) show(false)
  globalThis.addEventListener('online', onOnline)
  globalThis.addEventListener('offline', onOffline)
  if (navigator.onLine === false) reportContact(false)
  return () => {
    stopContact()
    clearInterval(timer)
    globalThis.removeEventListener('online', onOnline)
    globalThis.removeEventListener('offline', onOffline)
  }
}

async function probeIfVisible(): Promise<void> {
  if (document.visibilityState === 'visible' && navigator.onLine !== false) await probe()
}
