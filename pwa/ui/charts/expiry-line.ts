import type {
  IChartApi,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  UTCTimestamp,
} from 'lightweight-charts'

type Target = Parameters<NonNullable<ReturnType<IPrimitivePaneView['renderer']>>['draw']>[0]

interface Look {
  label: string
  colour: string
}

/** Room for a label beside the line. */
const LABEL_PX = 90

/** A vertical line in the chart: when a running trade expires, mostly after the last candle. */
export class ExpiryLine implements ISeriesPrimitive<UTCTimestamp> {
  readonly #chart: IChartApi
  readonly #place: () => number | undefined
  readonly #look: Look

  /** @param place the line's current position, in candles from the first one */
  constructor(chart: IChartApi, place: () => number | undefined, look: Look) {
    this.#chart = chart
    this.#place = place
    this.#look = look
  }

  paneViews(): IPrimitivePaneView[] {
    return [{ renderer: () => ({ draw: (target) => this.#draw(target) }) }]
  }

  #draw(target: Target) {
    const place = this.#place()
    if (place === undefined) return
    // biome-ignore lint/correctness/useHookAtTopLevel: a drawing call, not a React hook
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const x = this.#xOf(place)
      if (x === undefined) return
      const isAtEdge = x < LABEL_PX
      context.strokeStyle = this.#look.colour
      context.setLineDash([4, 4])
      context.beginPath()
      context.moveTo(x, 0)
      context.lineTo(x, mediaSize.height)
      context.stroke()
      context.fillStyle = this.#look.colour
      context.font = '11px Inter Variable, sans-serif'
      context.textAlign = isAtEdge ? 'left' : 'right'
      context.fillText(this.#look.label, isAtEdge ? x + 6 : x - 6, mediaSize.height - 8)
    })
  }

  /** The chart only converts whole candles and returns 0 for fractions. */
  #xOf(place: number): number | undefined {
    const scale = this.#chart.timeScale()
    const candle = Math.floor(place)
    const from = scale.logicalToCoordinate(candle as Logical)
    const to = scale.logicalToCoordinate((candle + 1) as Logical)
    return from === null || to === null ? undefined : from + (to - from) * (place - candle)
  }
}
