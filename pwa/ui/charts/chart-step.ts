/** One bar: a day or a week by its first day. */
export interface ChartStep {
  readonly start: string
  /** The lowest one first; null where they are not known. */
  readonly parts: readonly number[] | null
}
