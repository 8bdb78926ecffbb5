import {
  CandlestickSeries,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
} from 'lightweight-charts'
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatPrice, priceDecimals } from '#shared/format.ts'
import { parseUnits } from '#shared/money.ts'
import { bodyOf, volumeOf } from './candle-bars.ts'
import { type Candle, changedSince, type PriceLine, placeOf } from './candles.ts'
import { type ChartColours, chartLook, readChartColours, useThemeChange } from './chart-colours.ts'
import { drawFrame } from './chart-frame.ts'
import { ExpiryLine } from './expiry-line.ts'

interface CandleCanvasProps {
  candles: readonly Candle[]
  lines: readonly PriceLine[]
  expiry: { time: number; label: string } | undefined
}

interface Drawing {
  chart: IChartApi
  prices: ISeriesApi<'Candlestick'>
  volumes: ISeriesApi<'Histogram'>
  /** The colours of the chart's lines and candles. */
  look: ChartColours
  /** What it shows. */
  filled?: { candles: readonly Candle[]; colours: ChartColours }
}

/** The first view shows as many candles as are easy to distinguish; dragging shows more. */
const CANDLE_WIDTH_PX = 9

/** What the axis needs for one character and beside them, at the frame's size of letters. */
const AXIS_DIGIT_PX = 6.4
const AXIS_PADDING_PX = 18

export function CandleCanvas({ candles, lines, expiry }: CandleCanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const [isDrawn, setDrawn] = useState(false)
  const shownCandles = useRef(candles)
  shownCandles.current = candles
  const colours = useThemeChange(readChartColours)
  const drawIn = useEffectEvent((frame: HTMLElement) => draw(frame, colours, candles))
  const empty = candles.length === 0

  useEffect(() => {
    // Created in one task and filled in another, so that a slow phone stays responsive in between.
    const task = setTimeout(() => {
      if (!box.current) return
      drawing.current = drawIn(box.current)
      startTransition(() => setDrawn(true))
    })
    return () => {
      clearTimeout(task)
      drawing.current?.chart.remove()
      drawing.current = undefined
    }
  }, [])

  useEffect(() => {
    const current = drawing.current
    if (!current || current.look === colours) return
    current.chart.applyOptions(chartLook(colours))
    current.prices.applyOptions(candleLook(colours))
    current.look = colours
  }, [colours])

  useEffect(() => {
    const current = drawing.current
    if (!isDrawn || !current) return
    const { filled } = current
    const changed = filled?.colours === colours ? changedSince(filled.candles, candles) : undefined
    if (changed) for (const candle of changed) update(current, candle, colours)
    else fill(current, candles, colours)
    current.filled = { candles, colours }
  }, [candles, colours, isDrawn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something to show
  useEffect(() => {
    const shown = Math.round((box.current?.clientWidth ?? 0) / CANDLE_WIDTH_PX)
    drawing.current?.chart
      .timeScale()
      .setVisibleLogicalRange({ from: candles.length - shown, to: candles.length + 4 })
  }, [empty, isDrawn])

  useEffect(() => {
    const prices = drawing.current?.prices
    if (!isDrawn || !prices) return
    const drawn = lines.map((line) =>
      prices.createPriceLine({
        price: Number(line.price),
        title: line.label,
        color: colours[line.tone],
        lineStyle: LineStyle.Dashed,
        lineWidth: 1,
      }),
    )
    return () => {
      // The chart may be gone before its lines.
      for (const line of drawing.current ? drawn : []) prices.removePriceLine(line)
    }
  }, [lines, colours, isDrawn])

  useEffect(() => {
    const current = drawing.current
    if (!isDrawn || !current || !expiry) return
    const place = () => placeOf(shownCandles.current, expiry.time)
    const line = new ExpiryLine(current.chart, place, {
      label: expiry.label,
      colour: colours.accent,
    })
    current.prices.attachPrimitive(line)
    return () => {
      if (drawing.current) current.prices.detachPrimitive(line)
    }
  }, [expiry, colours, isDrawn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each expiry, and once there are candles
  useEffect(() => {
    const place = expiry && placeOf(shownCandles.current, expiry.time)
    if (drawing.current && place !== undefined) makeRoomFor(drawing.current, place)
  }, [expiry?.time, empty, isDrawn])

  return <div ref={box} aria-hidden="true" className="size-full" />
}

function draw(box: HTMLElement, colours: ChartColours, candles: readonly Candle[]): Drawing {
  const chart = drawFrame(box, colours, {
    priceScale: { scaleMargins: { top: 0.08, bottom: 0.26 }, minimumWidth: axisWidth(candles) },
    timeScale: { timeVisible: true, secondsVisible: false },
    // A thumb that scrolls the page must not be captured by the chart.
    handleScroll: { vertTouchDrag: false },
  })
  const prices = chart.addSeries(CandlestickSeries, {
    ...candleLook(colours),
  })
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
  return { chart, prices, volumes, look: colours }
}

/** Scrolls left until an instant after the last candle is visible. */
function makeRoomFor({ chart }: Drawing, place: number) {
  const range = chart.timeScale().getVisibleLogicalRange()
  const missing = range ? place + 1.5 - range.to : 0
  if (!range || missing <= 0) return
  chart.timeScale().setVisibleLogicalRange({ from: range.from + missing, to: range.to + missing })
}

function candleLook({ up, down, risingBody }: ChartColours) {
  return {
    upColor: risingBody,
    downColor: down,
    wickUpColor: up,
    wickDownColor: down,
    borderVisible: risingBody !== up,
    borderUpColor: up,
    borderDownColor: down,
    // The line of the last price would have the colour of its body.
    priceLineColor: risingBody === up ? '' : up,
  }
}

function fill({ prices, volumes }: Drawing, candles: readonly Candle[], colours: ChartColours) {
  const decimals = priceDecimals(parseUnits(candles.at(-1)?.close ?? '0'))
  prices.applyOptions({
    priceFormat: { type: 'custom', formatter: labelOf, minMove: 10 ** -decimals },
  })
  prices.setData(candles.map(bodyOf))
  volumes.setData(candles.map((candle) => volumeOf(candle, colours)))
}

/** The newest candle has moved, or there is one more. */
function update({ prices, volumes }: Drawing, candle: Candle, colours: ChartColours) {
  prices.update(bodyOf(candle))
  volumes.update(volumeOf(candle, colours))
}

/** Reserves room for the longest price: an axis that widens resizes the whole chart. */
function axisWidth(candles: readonly Candle[]): number {
  const highest = Math.max(0, ...candles.map(({ high }) => Number(high)))
  return AXIS_PADDING_PX + AXIS_DIGIT_PX * labelOf(highest).length
}

/** The axis formats prices like everywhere else. */
function labelOf(price: number): string {
  return formatPrice(price.toFixed(8))
}
