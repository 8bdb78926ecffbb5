import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartupError } from '#server/platform/startup-error.ts'
import type { Candle } from '#shared/contract/prices.ts'
import { figure } from './figures.ts'

export type FileCandle = Omit<Candle, 'openTime'>

const HEADER = 'open_time,open,high,low,close,volume'

const row = z.tuple([z.string(), figure, figure, figure, figure, figure])

/**
 * Reads one-minute candles of BTC against USDT.
 *
 * @throws StartupError that names the invalid line
 */
export function readCandleFile(path: string): FileCandle[] {
  const unusable = (why: string) =>
    new StartupError(`PRICE_REPLAY_FILE "${path}" cannot be used: ${why}.`)
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/)
  if (header !== HEADER) throw unusable(`it starts with "${HEADER}"`)
  if (lines.length === 0) throw unusable('it has no candles')
  return lines.map((line, index) => {
    const parsed = row.safeParse(line.split(','))
    if (!parsed.success) throw unusable(`see line ${index + 2}`)
    const [, open, high, low, close, volume] = parsed.data
    return { open, high, low, close, volume }
  })
}
