import { pause } from '#server/events/pause.ts'
import { RECONNECT_BACKOFF_MS } from '#shared/contract/live.ts'
import { SECOND_MS } from '#shared/time.ts'
import { type MarketOptions, SourceFault } from './market.ts'

const SILENCE_MS = 15 * SECOND_MS

/** A connection that is silent for `silenceMs` counts as dead. */
interface StreamOptions extends Pick<MarketOptions, 'report' | 'silenceMs' | 'backoffMs'> {
  readonly url: string
  /** Sent after connecting, if the market needs a subscription. */
  readonly greeting?: string
  /** Returns false for a message without a price. Throws for an invalid one. */
  readonly onText: (text: string) => boolean
}

export interface MarketStream {
  /** True while prices arrive; while false, the source polls over REST. */
  isFlowing(): boolean
  /** Connects, and reconnects, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
}

/** A WebSocket to a market that reconnects after every disconnect, waiting 1, 2, 5, then 10 s. */
export function createMarketStream(options: StreamOptions): MarketStream {
  const backoffMs = options.backoffMs ?? RECONNECT_BACKOFF_MS
  let flowing = false
  return {
    isFlowing: () => flowing,
    async run(signal) {
      let failures = 0
      while (!signal.aborted) {
        const hadPrices = await connectOnce(options, signal, (now) => {
          flowing = now
        })
        flowing = false
        if (signal.aborted) return
        failures = hadPrices ? 0 : failures + 1
        const waitMs = backoffMs[Math.min(failures, backoffMs.length - 1)] as number
        await pause(waitMs, signal)
      }
    },
  }
}

/** One connection from open to close; returns whether any price was received. */
function connectOnce(
  { url, greeting, onText, report, silenceMs = SILENCE_MS }: StreamOptions,
  signal: AbortSignal,
  setFlowing: (flowing: boolean) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url)
    let hadPrices = false
    const finish = () => {
      clearInterval(watchdog)
      signal.removeEventListener('abort', finish)
      socket.onmessage = null
      socket.onclose = null
      // Not awaited: a dead peer never responds to the closing handshake.
      socket.close()
      resolve(hadPrices)
    }
    const fail = (reason: string) => {
      report(new SourceFault(reason))
      finish()
    }
    let receivedMs = performance.now()
    const watchdog = setInterval(() => {
      if (performance.now() - receivedMs > silenceMs) fail('stream went silent')
    }, silenceMs / 4)
    signal.addEventListener('abort', finish)
    socket.onopen = () => greeting && socket.send(greeting)
    socket.onerror = () => undefined
    socket.onclose = ({ code }) => fail(`stream closed with ${code}`)
    socket.onmessage = ({ data }) => {
      receivedMs = performance.now()
      try {
        if (onText(String(data))) {
          hadPrices = true
          setFlowing(true)
        }
      } catch (error) {
        report(error)
      }
    }
  })
}
