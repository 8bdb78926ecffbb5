import type { FuturesTrade } from '#shared/contract/futures.ts'
import { createPersonal } from './personal.ts'

/** A trade with its end on this device's clock, from what the server said is left of it. */
export interface TimedTrade extends FuturesTrade {
  /** Epoch ms; 0 as soon as the server says that it is over. */
  readonly endsAtMs: number
}

interface FuturesState {
  /** The trade whose countdown is open, as it was when that opened. */
  readonly countdown: TimedTrade | undefined
  readonly openCountdown: (trade: TimedTrade) => void
  readonly closeCountdown: () => void
}

export const useFuturesStore = createPersonal<FuturesState>((set) => ({
  countdown: undefined,
  openCountdown: (countdown) => set({ countdown }),
  closeCountdown: () => set({ countdown: undefined }),
}))
