import {
  type CustomData,
  type CustomSeriesOptions,
  type CustomSeriesWhitespaceData,
  customSeriesDefaultOptions,
  type ICustomSeriesPaneRenderer,
  type ICustomSeriesPaneView,
  type PaneRendererCustomData,
  type Time,
} from 'lightweight-charts'

type Target = Parameters<ICustomSeriesPaneRenderer['draw']>[0]
type PriceConverter = Parameters<ICustomSeriesPaneRenderer['draw']>[1]

/** Parts of a whole, the lowest one first; a day of the calendar as its time. */
export interface StackedBar extends CustomData<Time> {
  parts: readonly number[]
}

interface StackedBarsOptions extends CustomSeriesOptions {
  /** One for each part. */
  colours: readonly string[]
}

const WIDTH_SHARE = 0.68
const WIDTH_MAX_PX = 44
/** Between two parts, so that they are told apart without their colours. */
const GAP_PX = 1

/** Bars that start at zero: the library's own have no parts and no gaps. */
export class StackedBars implements ICustomSeriesPaneView<Time, StackedBar, StackedBarsOptions> {
  #data: PaneRendererCustomData<Time, StackedBar> | undefined
  #colours: readonly string[] = []

  renderer(): ICustomSeriesPaneRenderer {
    return { draw: (target, toY) => this.#draw(target, toY) }
  }

  update(data: PaneRendererCustomData<Time, StackedBar>, options: StackedBarsOptions): void {
    this.#data = data
    this.#colours = options.colours
  }

  /** Zero is part of every scale: a bar's length is its value. */
  priceValueBuilder({ parts }: StackedBar): number[] {
    return [0, parts.reduce((sum, part) => sum + part, 0)]
  }

  isWhitespace(
    data: StackedBar | CustomSeriesWhitespaceData<Time>,
  ): data is CustomSeriesWhitespaceData<Time> {
    return !('parts' in data)
  }

  defaultOptions(): StackedBarsOptions {
    return { ...customSeriesDefaultOptions, colours: [] }
  }

  #draw(target: Target, toY: PriceConverter): void {
    const data = this.#data
    const range = data?.visibleRange
    const bottom = toY(0)
    if (!data || !range || bottom === null) return
    const width = Math.max(1, Math.min(data.barSpacing * WIDTH_SHARE, WIDTH_MAX_PX))
    // biome-ignore lint/correctness/useHookAtTopLevel: a drawing call, not a React hook
    target.useMediaCoordinateSpace(({ context }) => {
      for (const { x, originalData } of data.bars.slice(range.from, range.to)) {
        let [from, reached] = [bottom as number, 0]
        for (const [index, part] of originalData.parts.entries()) {
          reached += part
          const to = toY(reached)
          if (part <= 0 || to === null) continue
          context.fillStyle = this.#colours[index] ?? 'transparent'
          // Even the smallest part is visible.
          context.fillRect(x - width / 2, to, width, Math.max(1, from - to))
          from = to - GAP_PX
        }
      }
    })
  }
}
