import * as z from 'zod/mini'

/** A type of event: its current shape, its version, and how older shapes become the current one. */
export interface EventDefinition<Schema extends z.ZodMiniType = z.ZodMiniType> {
  readonly version: number
  readonly schema: Schema
  /** `upcasters[n]` turns data of version n into version n + 1. */
  readonly upcasters?: Readonly<Record<number, (data: never) => unknown>>
}

/** The definition of a type of event that carries this data. */
export type DefinitionOf<Data> = EventDefinition<z.ZodMiniType<Data>>

export type EventDefinitions = Readonly<Record<string, EventDefinition>>

type Defined<D> = {
  readonly [T in keyof D]: D[T] extends z.ZodMiniType ? EventDefinition<D[T]> : D[T]
}

/** Declares the events of one feature. A plain schema is the first version of its event. */
export function defineEvents<
  const D extends Readonly<Record<string, z.ZodMiniType | EventDefinition>>,
>(definitions: D): Defined<D> {
  const entries = Object.entries(definitions).map(([type, definition]) => [
    type,
    'schema' in definition ? definition : { version: 1, schema: definition },
  ])
  return Object.fromEntries(entries)
}

/** The event union of some definitions: `EventsOf<typeof depositEvents>`. */
export type EventsOf<D extends EventDefinitions> = {
  [T in keyof D & string]: { readonly type: T; readonly data: z.output<D[T]['schema']> }
}[keyof D & string]

/** The data of the events of one type: `DataOf<typeof depositEvents, 'DepositRequested'>`. */
export type DataOf<D extends EventDefinitions, T extends keyof D> = Readonly<
  z.output<D[T]['schema']>
>

/** An amount of one asset inside an event. */
export const moneyShape = z.object({ symbol: z.string(), amount: z.string() })
export type Money = z.output<typeof moneyShape>

/** The recorded price behind a decision, so that anyone can look it up. */
export const tickShape = z.object({
  id: z.string(),
  source: z.string(),
  price: z.string(),
  at: z.string(),
})
export type RecordedTick = z.output<typeof tickShape>

/**
 * How much of a limit an open stream uses: the sum of all claims of one name may not exceed the
 * maximum when one is added. The database adds them up (migration 0140) in the commit of the
 * append.
 */
export const claimShape = z.object({ name: z.string(), amount: z.string(), maximum: z.string() })
export type LimitClaim = z.output<typeof claimShape>

/** The part of a tick that an event keeps. */
export function recordedTick({ id, source, price, at }: RecordedTick): RecordedTick {
  return { id, source, price, at }
}
