import { create } from 'zustand'

/** What rises first, then what falls. */
export const MARKET_COLOURS = ['green-red', 'red-green', 'blue-orange'] as const

export type MarketColours = (typeof MARKET_COLOURS)[number]

interface MarketColoursState {
  choice: MarketColours
  choose: (choice: MarketColours) => void
}

/** /before.js reads the same key before the first paint. */
const KEY = 'market-colours'

const [USUAL] = MARKET_COLOURS

/** The colours of rising and falling prices on this device; `tokens.css` defines them. */
export const useMarketColours = create<MarketColoursState>((set) => ({
  choice: remembered(),
  choose: (choice) => {
    const root = document.documentElement
    if (choice === USUAL) {
      localStorage.removeItem(KEY)
      delete root.dataset.market
    } else {
      localStorage.setItem(KEY, choice)
      root.dataset.market = choice
    }
    set({ choice })
  },
}))

function remembered(): MarketColours {
  const stored = localStorage.getItem(KEY)
  return MARKET_COLOURS.find((each) => each === stored) ?? USUAL
}
