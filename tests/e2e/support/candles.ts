import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const START_MS = Date.UTC(2023, 2, 10, 12)
const MINUTES = 240

/**
 * One-minute candles for the replay, always the same. PRICE_REPLAY_FILE puts recorded ones in their
 * place.
 */
export function writeCandles(folder: string): string {
  const path = join(folder, 'candles.csv')
  const rows = ['open_time,open,high,low,close,volume']
  let open = 20_000
  for (let minute = 0; minute < MINUTES; minute += 1) {
    // Two waves of unlike length: moves in both directions, without randomness.
    const close = 20_000 + 60 * Math.sin(minute / 9) + 25 * Math.sin(minute / 2.3)
    const at = new Date(START_MS + minute * 60_000).toISOString().replace('T', ' ')
    const prices = [open, Math.max(open, close) + 4, Math.min(open, close) - 4, close]
    const time = at.replace('.000Z', '+00:00')
    rows.push([time, ...prices.map((price) => price.toFixed(2)), '1.5'].join(','))
    open = close
  }
  writeFileSync(path, `${rows.join('\n')}\n`)
  return path
}
