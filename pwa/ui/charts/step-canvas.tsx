import { type AutoscaleInfo, type IChartApi, LineStyle } from 'lightweight-charts'
import { useEffect, useEffectEvent } from 'react'
import type { ChartColours } from './chart-colours.ts'
import { drawFrame, keepWhole, STILL } from './chart-frame.ts'
import { StackedBars } from './stacked-bars.ts'
import { useChart } from './use-chart.ts'

/** One bar: a day or a week by its first day. */
export interface ChartStep {
  readonly start: string
  /** The lowest one first; null if they are not known. */
  readonly parts: readonly number[] | null
}

interface StepCanvasProps {
  steps: readonly ChartStep[]
  /** How a value reads beside the axis. */
  formatValue: (value: number) => string
  /** The place of the step under the pointer, or none. */
  onPoint: (index: number | undefined) => void
}

interface Drawing {
  chart: IChartApi
  bars: ReturnType<typeof addBars>
}

export function StepCanvas({ steps, formatValue, onPoint }: StepCanvasProps) {
  const { box, drawing, colours } = useChart(draw)
  const point = useEffectEvent(onPoint)

  useEffect(() => {
    drawing.current?.chart.subscribeCrosshairMove(({ logical, point: at }) =>
      point(at && logical !== undefined ? logical : undefined),
    )
  }, [drawing])

  useEffect(() => {
    const { accent, info, neutral } = colours
    drawing.current?.bars.applyOptions({ colours: [accent, info, neutral] })
  }, [colours, drawing])

  useEffect(() => {
    drawing.current?.bars.applyOptions({
      priceFormat: { type: 'custom', formatter: formatValue, minMove: minMoveOf(steps) },
    })
    drawing.current?.bars.setData(
      steps.map(({ start, parts }) => (parts ? { time: start, parts } : { time: start })),
    )
    drawing.current?.chart.timeScale().fitContent()
  }, [steps, formatValue, drawing])

  return <div ref={box} aria-hidden="true" className="size-full" />
}

/** Whole numbers have no halves beside them. */
function minMoveOf(steps: readonly ChartStep[]): number {
  return steps.every(({ parts }) => parts === null || parts.every(Number.isInteger)) ? 1 : 0.01
}

function draw(box: HTMLElement, colours: ChartColours): Drawing {
  const chart = drawFrame(box, colours, {
    priceScale: { scaleMargins: { top: 0.1, bottom: 0.06 } },
    timeScale: { fixLeftEdge: true, fixRightEdge: true },
    crosshair: {
      vertLine: { style: LineStyle.Solid },
      horzLine: { visible: false, labelVisible: false },
    },
    ...STILL,
  })
  keepWhole(chart)
  return { chart, bars: addBars(chart) }
}

/** Bars start at zero; the scale keeps room above it even if all values are zero. */
function fromZero(original: () => AutoscaleInfo | null): AutoscaleInfo | null {
  const range = original()?.priceRange
  return {
    priceRange: {
      minValue: Math.min(range?.minValue ?? 0, 0),
      maxValue: Math.max(range?.maxValue ?? 0, 1),
    },
  }
}

function addBars(chart: IChartApi) {
  return chart.addCustomSeries(new StackedBars(), {
    priceLineVisible: false,
    lastValueVisible: false,
    autoscaleInfoProvider: fromZero,
  })
}
