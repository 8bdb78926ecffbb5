import { createCipheriv } from 'node:crypto'

/**
 * A random walk that is a pure function of a secret and the time: Lévy's construction of Brownian
 * motion.
 *
 * Level by level the path is refined at its midpoints, each shift drawn from (secret, path, level,
 * index). So the same secret gives the same path on every machine, at any instant, in any order: a
 * restart or another process continues without a jump, and yesterday can be computed today. The
 * path never drifts away from its base, because its heights at the borders of the coarsest level
 * are also drawn. No height or time is public, otherwise everyone could see where the price is
 * heading.
 *
 * Floats are fine here: these numbers are generated, not accounted for.
 */
const FINEST_S = 1
const LEVELS = 22
const DAY_S = 86_400
export const COARSEST_S = FINEST_S * 2 ** LEVELS

export interface PathShape {
  readonly draw: Draw
  /** Distinguishes the paths of one secret. */
  readonly path: number
  /** The price around which the path moves. */
  readonly base: number
  /** The standard deviation of one day's logarithmic change. */
  readonly dailyVolatility: number
}

/** Random numbers for each index: the first index belongs to the first stream, and so on. */
export type Draw = (path: number, firstStream: number, indices: readonly number[]) => Uint32Array

const BLOCK_BYTES = 16
const WORDS_PER_BLOCK = BLOCK_BYTES / 4
const EVEN_BORDERS = LEVELS
const ODD_BORDERS = LEVELS + 1
export const START_STREAM = LEVELS + 2

/**
 * Numbers that only the owner of the key can compute, even if many of them are known: AES is a
 * pseudorandom permutation, while a short hashed seed could be found by brute force. One cipher
 * call draws the numbers of all levels, because the call costs more than the encryption.
 */
export function drawWith(key: Buffer): Draw {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return (path, firstStream, indices) => {
    const blocks = Buffer.allocUnsafeSlow(indices.length * BLOCK_BYTES)
    for (const [position, index] of indices.entries()) {
      const offset = position * BLOCK_BYTES
      blocks.writeUInt32LE(path, offset)
      blocks.writeUInt32LE(firstStream + position, offset + 4)
      blocks.writeDoubleLE(index, offset + 8)
    }
    const drawn = Buffer.allocUnsafeSlow(blocks.length)
    cipher.update(blocks).copy(drawn)
    return new Uint32Array(drawn.buffer)
  }
}

/** A number in [0, 1) that belongs to (path, stream, index). */
export function uniform(draw: Draw, path: number, stream: number, index: number): number {
  return (draw(path, stream, [index])[0] as number) / 2 ** 32
}

/** The price on the path at an instant. */
export function priceOnPath(shape: PathShape, epochMs: number): number {
  const { draw, path, base, dailyVolatility } = shape
  const second = epochMs / 1000 + uniform(draw, path, START_STREAM, 0) * COARSEST_S
  const [even, odd] = bordersAround(second / COARSEST_S)
  const drawn = draw(path, 0, [...PERIODS.map((period) => Math.floor(second / period)), even, odd])
  let height = borderHeight(drawn, second / COARSEST_S)
  for (const [level, period] of PERIODS.entries()) {
    const phase = (second / period) % 1
    const tent = 1 - Math.abs(2 * phase - 1)
    height += tent * gaussian(drawn, level) * (Math.sqrt(period) / 2)
  }
  return base * Math.exp((height * dailyVolatility) / Math.sqrt(DAY_S))
}

const PERIODS = Array.from({ length: LEVELS }, (_, level) => FINEST_S * 2 ** (LEVELS - level))

/**
 * The two borders around a position on the coarsest level: in two streams, so that one call draws
 * both.
 */
function bordersAround(place: number): [even: number, odd: number] {
  const even = 2 * Math.floor((place + 1) / 2)
  return [even, place < even ? even - 1 : even + 1]
}

/** Linear between the borders, whose variance is that of a midpoint between them. */
function borderHeight(drawn: Uint32Array, place: number): number {
  const fromEven = Math.abs(place - 2 * Math.floor((place + 1) / 2))
  const even = gaussian(drawn, EVEN_BORDERS)
  const odd = gaussian(drawn, ODD_BORDERS)
  return ((1 - fromEven) * even + fromEven * odd) * (Math.sqrt(COARSEST_S) / 2)
}

/** Box–Muller on the two uniforms of a level. */
function gaussian(drawn: Uint32Array, level: number): number {
  const [one, other] = [level * WORDS_PER_BLOCK, level * WORDS_PER_BLOCK + 1].map(
    (word) => (drawn[word] as number) / 2 ** 32,
  ) as [number, number]
  return Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * other)
}
