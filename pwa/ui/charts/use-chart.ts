import type { IChartApi } from 'lightweight-charts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type ChartColours, chartLook, readChartColours, useThemeChange } from './chart-colours.ts'

/** Draws a chart in the element that gets `box`, and again in the colours of a changed theme. */
export function useChart<Drawing extends { chart: IChartApi }>(
  draw: (box: HTMLElement, colours: ChartColours) => Drawing,
) {
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const colours = useThemeChange(readChartColours)
  const drawIn = useEffectEvent((element: HTMLElement) => draw(element, colours))

  useEffect(() => {
    if (!box.current) return
    const drawn = drawIn(box.current)
    drawing.current = drawn
    return () => {
      drawing.current = undefined
      drawn.chart.remove()
    }
  }, [])

  useEffect(() => {
    drawing.current?.chart.applyOptions(chartLook(colours))
  }, [colours])

  return { box, drawing, colours }
}
