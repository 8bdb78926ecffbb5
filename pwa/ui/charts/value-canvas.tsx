import { AreaSeries, type IChartApi, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts'
import { useEffect } from 'react'
import { formatUsd } from '#shared/format.ts'
import type { ChartColours } from './chart-colours.ts'
import { drawFrame, keepWhole, STILL } from './chart-frame.ts'
import { useChart } from './use-chart.ts'
import { type KnownPoint, runsOf, type ValuePoint } from './value-line.ts'

interface Drawing {
  chart: IChartApi
  /** One for each run: the library would draw a single line straight across the gaps. */
  runs: ISeriesApi<'Area'>[]
}

export function ValueCanvas({ points }: { points: readonly ValuePoint[] }) {
  const { box, drawing, colours } = useChart(draw)
  const count = points.length

  useEffect(() => {
    if (drawing.current) fill(drawing.current, runsOf(points), colours)
  }, [points, colours, drawing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another range, not another last value
  useEffect(() => {
    drawing.current?.chart.timeScale().fitContent()
  }, [count])

  return <div ref={box} aria-hidden="true" className="size-full" />
}

/** Keeps the series that are there: the last value moves with every price. */
function fill(drawing: Drawing, runs: readonly KnownPoint[][], colours: ChartColours) {
  const { chart } = drawing
  for (const left of drawing.runs.splice(runs.length)) chart.removeSeries(left)
  while (drawing.runs.length < runs.length) drawing.runs.push(chart.addSeries(AreaSeries, LOOK))
  for (const [index, series] of drawing.runs.entries()) {
    const run = runs[index] ?? []
    series.applyOptions({
      lineColor: colours.accent,
      topColor: colours.accentFaint,
      pointMarkersVisible: run.length === 1,
      lastValueVisible: index === runs.length - 1,
    })
    series.setData(
      run.map(({ time, value }) => ({ time: time as UTCTimestamp, value: Number(value) })),
    )
  }
}

const LOOK = {
  bottomColor: 'transparent',
  lineWidth: 2,
  priceLineVisible: false,
  priceFormat: { type: 'custom', formatter: labelOf, minMove: 0.01 },
} as const

function draw(box: HTMLElement, colours: ChartColours): Drawing {
  const chart = drawFrame(box, colours, {
    priceScale: { scaleMargins: { top: 0.12, bottom: 0.08 } },
    timeScale: { timeVisible: true, secondsVisible: false, fixLeftEdge: true, fixRightEdge: true },
    ...STILL,
  })
  keepWhole(chart)
  return { chart, runs: [] }
}

/** The axis formats values like everywhere else. */
function labelOf(value: number): string {
  return formatUsd(value.toFixed(8))
}
