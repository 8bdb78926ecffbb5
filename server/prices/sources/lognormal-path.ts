/**
 * A random walk that is a pure function of time: Lévy's construction of Brownian motion.
 *
 * Level by level the path is refined at its midpoints, each shift drawn from a hash of (seed, level,
 * index). So the same seed gives the same path on every machine, at any instant, in any order: a
 * restart or another process goes on without a jump, and yesterday can be computed today. The path
 * returns to its base at the borders of the coarsest level and so never drifts away.
 *
 * Floats are fine here: this makes numbers up, it accounts for none.
 */
const FINEST_S = 1
const LEVELS = 22
const DAY_S = 86_400

export interface PathShape {
  readonly seed: number
  /** The price that the path wanders about. */
  readonly base: number
  /** The standard deviation of one day's logarithmic change. */
  readonly dailyVolatility: number
}

/** The price on the path at an instant. */
export function priceOnPath({ seed, base, dailyVolatility }: PathShape, epochMs: number): number {
  const second = epochMs / 1000
  let height = 0
  for (let level = 0; level < LEVELS; level++) {
    const period = FINEST_S * 2 ** (LEVELS - level)
    const index = Math.floor(second / period)
    const phase = second / period - index
    const tent = 1 - Math.abs(2 * phase - 1)
    height += tent * gaussian(seed, level, index) * (Math.sqrt(period) / 2)
  }
  return base * Math.exp((height * dailyVolatility) / Math.sqrt(DAY_S))
}

/** A number in [0, 1) that belongs to (seed, stream, index). */
export function uniform(seed: number, stream: number, index: number): number {
  return mix(mix(mix(seed) ^ stream) ^ index) / 2 ** 32
}

/** Box–Muller on two hashed uniforms. */
function gaussian(seed: number, level: number, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniform(seed, level * 2, index)))
  return radius * Math.cos(2 * Math.PI * uniform(seed, level * 2 + 1, index))
}

/** The finaliser of MurmurHash3: every input bit reaches every output bit. */
function mix(value: number): number {
  let hash = (value + 0x9e3779b9) | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
