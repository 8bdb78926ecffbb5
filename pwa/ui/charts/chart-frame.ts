import {
  type ChartOptions,
  createChartEx,
  type DeepPartial,
  type IChartApi,
  type PriceScaleOptions,
  type Time,
  type TimeScaleOptions,
} from 'lightweight-charts'
import { type ChartColours, chartLook } from './chart-colours.ts'
import { LocalTimeScale, momentText, tickText } from './chart-time.ts'

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
  return createChartEx<Time, LocalTimeScale>(box, new LocalTimeScale(), {
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
