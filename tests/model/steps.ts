import fc from 'fast-check'
import type { EventLog } from '#server/events/log.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { MONEY_FEATURES } from './features.ts'
import { type Act, act } from './money-feature.ts'
import { type Outcome, Turn } from './turn.ts'
import type { World } from './world.ts'

/** One command as plain data, so that a printed failing sequence can be kept as a test. */
export interface Step {
  /** An action of a feature, "staking.open", or of the world, "world.pass". */
  readonly act: string
  readonly with: unknown
  /** Steps with the same number share a key; without a number the key is new. */
  readonly key?: number | undefined
}

const world: Record<string, Act> = {
  pass: act(
    fc.record({
      ms: fc.constantFrom(1, SECOND_MS, 15 * SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS, 31 * DAY_MS),
      // A closed market leaves only old prices.
      isMarketOpen: fc.constantFrom(true, true, true, false),
    }),
    async (turn, { ms, isMarketOpen }) => {
      const before = ['BTC', 'ETH'].map(
        (symbol) => [symbol, turn.world.ticksOf(symbol).at(-1)?.price ?? '1'] as const,
      )
      turn.world.pass(ms)
      if (isMarketOpen) for (const [symbol, price] of before) turn.world.observe(symbol, price)
      return undefined
    },
  ),
  price: act(
    fc.record({
      symbol: fc.constantFrom('BTC', 'BTC', 'ETH'),
      price: fc.constantFrom('60000', '60000', '60900.5', '61500', '0.00000001', '2500'),
    }),
    async (turn, { symbol, price }) => {
      turn.world.observe(symbol, price)
      return undefined
    },
  ),
}

const groups: readonly (readonly [string, Readonly<Record<string, Act>>])[] = [
  ['world', world],
  ...Object.entries(MONEY_FEATURES).map(([name, { acts }]) => [name, acts] as const),
]
const ACTS = new Map<string, Act>(
  groups.flatMap(([group, acts]) =>
    Object.entries(acts).map(([name, one]) => [`${group}.${name}`, one] as const),
  ),
)

/** Names of the actions of features. */
export const FEATURE_ACTS = [...ACTS.keys()].filter((name) => !name.startsWith('world.'))

type Group = (typeof groups)[number]

/** Chooses features with equal probability, however many commands they have. */
function stepOf(among: readonly Group[]): fc.Arbitrary<Step> {
  return fc.oneof(
    ...among.map(([group, acts]) =>
      fc.oneof(
        ...Object.entries(acts).map(([name, { inputs }]) =>
          fc.record({
            act: fc.constant<string>(`${group}.${name}`),
            with: inputs,
            key: fc.constantFrom(undefined, undefined, undefined, 0, 1, 2, 3),
          }),
        ),
      ),
    ),
  )
}

/**
 * Steps of all features, or of a few: sequences that need several steps of one feature are rare
 * among steps of all. Some submissions are repeated at once under their key, as by a browser that
 * got no response.
 */
export function anySteps(limits: fc.ArrayConstraints): fc.Arbitrary<Step[]> {
  const fewGroups = fc.subarray([...groups], { minLength: 1, maxLength: 3 })
  return fc
    .oneof(fc.constant(groups), fewGroups)
    .chain((among) => fc.array(fc.tuple(stepOf(among), fc.constantFrom(1, 1, 1, 2)), limits))
    .map((all) =>
      all.flatMap(([step, times], index) =>
        times === 1 ? [step] : Array(times).fill({ ...step, key: step.key ?? OWN_KEYS + index }),
      ),
    )
}

const OWN_KEYS = 1_000

/** Runs a step; under a shared key this may be a repetition, or a misuse of the key. */
export function runStep(
  inWorld: World,
  log: EventLog,
  { act: name, with: input, key: shared }: Step,
): Promise<Outcome> {
  const found = ACTS.get(name)
  if (!found) throw new Error(`the model has no act ${name}`)
  const key = shared === undefined ? inWorld.newId() : `shared ${shared}`
  const turn = new Turn(inWorld, { log, key, request: { name, input } })
  return found.run(turn, input as never)
}
