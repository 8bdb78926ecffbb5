import type {
  IChartApi,
  IPrimitivePaneView,
  ISeriesPrimitive,
  UTCTimestamp,
} from 'lightweight-charts'

type Target = Parameters<NonNullable<ReturnType<IPrimitivePaneView['renderer']>>['draw']>[0]

/** A vertical line in the chart: when a running trade expires. */
export class ExpiryLine implements ISeriesPrimitive<UTCTimestamp> {
  readonly #chart: IChartApi
  readonly #time: UTCTimestamp
  readonly #label: string
  readonly #colour: string

  constructor(chart: IChartApi, time: UTCTimestamp, label: string, colour: string) {
    this.#chart = chart
    this.#time = time
    this.#label = label
    this.#colour = colour
  }

  paneViews(): IPrimitivePaneView[] {
    return [{ renderer: () => ({ draw: (target) => this.#draw(target) }) }]
  }

  #draw(target: Target) {
    // biome-ignore lint/correctness/useHookAtTopLevel: a drawing call, not a React hook
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const x = this.#chart.timeScale().timeToCoordinate(this.#time)
      if (x === null) return
      context.strokeStyle = this.#colour
      context.setLineDash([4, 4])
      context.beginPath()
      context.moveTo(x, 0)
      context.lineTo(x, mediaSize.height)
      context.stroke()
      context.fillStyle = this.#colour
      context.font = '11px Inter Variable, sans-serif'
      context.textAlign = 'right'
      context.fillText(this.#label, x - 6, 14)
    })
  }
}
