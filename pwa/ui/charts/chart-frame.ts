import {
  type ChartOptions,
  createChart,
  type DeepPartial,
  type IChartApi,
  type PriceScaleOptions,
  TickMarkType,
  type Time,
  type TimeScaleOptions,
  type UTCTimestamp,
} from 'lightweight-charts'
import { formatDateTime, formatDay, monthName } from '#shared/format.ts'
import type { Instant } from '#shared/time.ts'
import { type ChartColours, chartLook } from './chart-colours.ts'

interface Frame
  extends Omit<DeepPartial<ChartOptions>, 'layout' | 'rightPriceScale' | 'timeScale'> {
  readonly priceScale: DeepPartial<PriceScaleOptions>
  readonly timeScale: DeepPartial<TimeScaleOptions>
}

/** The frame that every chart has, in the colours of the theme. Its first paint may be empty. */
export function drawFrame(
  box: HTMLElement,
  colours: ChartColours,
  { priceScale, timeScale, ...options }: Frame,
): IChartApi {
  const { layout, ...look } = chartLook(colours)
  return createChart(box, {
    autoSize: true,
    ...look,
    ...options,
    layout: {
      ...layout,
      // The logo would inject a style element; a caption carries the attribution instead.
      attributionLogo: false,
      fontFamily: 'Inter Variable, sans-serif',
      fontSize: 11,
    },
    // A label that would be cut off at the edge is omitted.
    rightPriceScale: { borderVisible: false, entireTextOnly: true, ...priceScale },
    localization: { timeFormatter: momentText },
    timeScale: { borderVisible: false, tickMarkFormatter: tickText, ...timeScale },
  })
}

/** For a chart whose range is chosen beside it: a thumb or wheel on it scrolls the page. */
export const STILL = { handleScroll: false, handleScale: false } as const

/** Shows the whole range at every width: the box gets its own only after the first drawing. */
export function keepWhole(chart: IChartApi): void {
  const scale = chart.timeScale()
  scale.subscribeSizeChange(() => scale.fitContent())
}

/** "2026", "Nov", "22" or "14:02". The library's own words take longer than its drawing. */
export function tickText(time: Time, mark: TickMarkType): string {
  const at = instantOf(time)
  if (mark === TickMarkType.Year) return at.slice(0, 4)
  if (mark === TickMarkType.Month) return monthName(Number(at.slice(5, 7)) - 1)
  if (mark === TickMarkType.DayOfMonth) return String(Number(at.slice(8, 10)))
  return at.slice(11, 16)
}

/** The date under the cursor, formatted like every other date: a day if the chart has only days. */
export function momentText(time: Time): string {
  return typeof time === 'number' ? formatDateTime(instantOf(time), 'UTC') : formatDay(String(time))
}

function instantOf(time: Time): Instant {
  const at = typeof time === 'number' ? time * 1_000 : String(time)
  return new Date(at).toISOString() as Instant
}

/** The library labels its axis in UTC; shifted times make it show the user's clock. */
export function localTime(seconds: number): UTCTimestamp {
  const offsetMinutes = new Date(seconds * 1_000).getTimezoneOffset()
  return (seconds - offsetMinutes * 60) as UTCTimestamp
}
