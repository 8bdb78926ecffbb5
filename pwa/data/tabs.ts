/** Messages and locks between the tabs of one browser and its service worker. */
export interface TabMessages {
  /** A new access token: the other tabs need not refresh. */
  readonly grant: unknown
  readonly 'grant-wanted': null
  readonly 'signed-out': null
}

type Envelope = { [K in keyof TabMessages]: { kind: K; value: TabMessages[K] } }[keyof TabMessages]

const CHANNEL = 'app'

let channel: BroadcastChannel | undefined

export function notifyTabs<K extends keyof TabMessages>(kind: K, value: TabMessages[K]): void {
  channelOf().postMessage({ kind, value })
}

export function listenToTabs<K extends keyof TabMessages>(
  kind: K,
  listener: (value: TabMessages[K]) => void,
): () => void {
  const onMessage = (event: MessageEvent<Envelope>) => {
    if (event.data.kind === kind) listener(event.data.value as TabMessages[K])
  }
  channelOf().addEventListener('message', onMessage)
  return () => channelOf().removeEventListener('message', onMessage)
}

/**
 * Runs `work` while no other tab runs work of the same name; `waited` says whether one just did.
 */
export async function withTabLock<T>(
  name: string,
  work: (waited: boolean) => Promise<T>,
): Promise<T> {
  const taken = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : undefined,
  )
  if (taken) return taken.result
  return navigator.locks.request(name, () => work(true))
}

function channelOf(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL)
  return channel
}
