import * as z from 'zod/mini'

/** A type of event: its current shape, its number, and how older shapes become the current one. */
export interface EventDefinition<Schema extends z.ZodMiniType = z.ZodMiniType> {
  readonly version: number
  readonly schema: Schema
  /** `upcasters[n]` turns data of version n into version n + 1. */
  readonly upcasters?: Readonly<Record<number, (data: never) => unknown>>
  /**
   * Which read models show it besides the stream's own document: names of projections and followers.
   */
  readonly readBy: readonly string[]
}

type Definitions = Readonly<Record<string, EventDefinition>>

/** Keeps the names and shapes of one noun's events. */
export function defineEvents<const D extends Definitions>(definitions: D): D {
  return definitions
}

/** The event union of one noun: `EventsOf<typeof depositEvents>`. */
export type EventsOf<D extends Definitions> = {
  [T in keyof D & string]: { readonly type: T; readonly data: z.output<D[T]['schema']> }
}[keyof D & string]

/** An amount of one asset inside an event. */
export const moneyShape = z.object({ symbol: z.string(), amount: z.string() })

/** The recorded price behind a decision: whoever doubts it can look it up. */
export const tickShape = z.object({
  id: z.string(),
  source: z.string(),
  price: z.string(),
  at: z.string(),
})
export type RecordedTick = z.output<typeof tickShape>
