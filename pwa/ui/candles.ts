import type { Decimal } from '#shared/money.ts'

export interface Candle {
  /** Start of the candle, seconds since 1970. */
  time: number
  open: Decimal
  high: Decimal
  low: Decimal
  close: Decimal
  volume: Decimal
}

export interface PriceLine {
  price: Decimal
  label: string
  tone: 'info' | 'up' | 'down' | 'accent'
}
