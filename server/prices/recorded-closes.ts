import type { Pool } from 'pg'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'

/** The recorded price of a symbol at a moment; undefined where none was recorded near it. */
export type CloseAt = (symbol: string, epochMs: number) => Decimal | undefined

interface Asked {
  readonly source: string
  readonly symbols: readonly string[]
  readonly moments: readonly number[]
  readonly withinMs: number
}

const CLOSES = `
  select asked.symbol, moment, found.close
  from unnest($1::text[]) as asked (symbol)
  cross join unnest($3::float8[]) as moment
  cross join lateral (
    select close from price_candle as candle
    where candle.symbol = asked.symbol and candle.source = $2
      and open_time < to_timestamp(moment / 1000)
      and open_time >= to_timestamp((moment - $4) / 1000)
    order by open_time desc limit 1
  ) as found`

/** The last price that was recorded before each moment, and no longer before than said. */
export async function readCloses(
  pool: Pick<Pool, 'query'>,
  { source, symbols, moments, withinMs }: Asked,
): Promise<CloseAt> {
  const { rows } = await pool.query<{ symbol: string; moment: number; close: string }>({
    name: 'recorded closes',
    text: CLOSES,
    values: [symbols, source, moments, withinMs],
  })
  const closes = new Map(
    rows.map(({ symbol, moment, close }) => [
      `${symbol} ${moment}`,
      formatUnits(parseUnits(close)),
    ]),
  )
  return (symbol, epochMs) => closes.get(`${symbol} ${epochMs}`)
}
