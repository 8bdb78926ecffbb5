import { AreaSeries, createChart, type IChartApi, LineType } from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import { formatUsd } from '#shared/format.ts'
import { chartLook, readChartColours, useThemeChange } from './chart-colours.ts'
import { localTime } from './chart-time.ts'
import { runsOf, type ValuePoint } from './value-line.ts'

export function ValueCanvas({ points }: { points: readonly ValuePoint[] }) {
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<IChartApi>(undefined)
  const colours = useThemeChange(readChartColours)

  useEffect(() => {
    if (!box.current) return
    const chart = draw(box.current)
    drawing.current = chart
    return () => {
      drawing.current = undefined
      chart.remove()
    }
  }, [])

  useEffect(() => {
    drawing.current?.applyOptions(chartLook(colours))
  }, [colours])

  useEffect(() => {
    const chart = drawing.current
    if (!chart) return
    // A series for each run: the library would draw one line straight across the gaps.
    const runs = runsOf(points).map((run, index, all) => {
      const series = chart.addSeries(AreaSeries, {
        lineColor: colours.accent,
        topColor: colours.accentFaint,
        bottomColor: 'transparent',
        lineWidth: 2,
        lineType: LineType.Simple,
        pointMarkersVisible: run.length === 1,
        priceLineVisible: false,
        lastValueVisible: index === all.length - 1,
        priceFormat: { type: 'custom', formatter: labelOf, minMove: 0.01 },
      })
      series.setData(
        run.map(({ time, value }) => ({ time: localTime(time), value: Number(value) })),
      )
      return series
    })
    chart.timeScale().fitContent()
    return () => {
      if (drawing.current) for (const series of runs) chart.removeSeries(series)
    }
  }, [points, colours])

  return <div ref={box} className="size-full" />
}

function draw(box: HTMLElement): IChartApi {
  return createChart(box, {
    autoSize: true,
    // The logo would inject a style element; the caption carries the attribution instead.
    layout: { attributionLogo: false, fontFamily: 'Inter Variable, sans-serif', fontSize: 11 },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.08 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
    },
    // The range is chosen beside the chart; a thumb or wheel on it scrolls the page.
    handleScroll: false,
    handleScale: false,
  })
}

/** The axis reads as every other value does. */
function labelOf(value: number): string {
  return formatUsd(value.toFixed(8))
}
