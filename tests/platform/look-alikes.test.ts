import { describe, expect, it } from 'vitest'
import { reencodeImage } from '#server/platform/image.ts'
import { nearBands } from '#server/projections/look-alikes.ts'
import { LOOK_ALIKE_BITS_MAX } from '#shared/rules/review-desk.ts'
import type { FilePart } from '#tests/api/support/client.ts'
import { CHANGES, changed, photo, screenshot } from '#tests/api/support/pictures.ts'

const PICTURES = 12

async function hashOf({ name, content }: FilePart): Promise<bigint> {
  const picture = await reencodeImage(name, Buffer.from(content))
  if ('refused' in picture) throw new Error(picture.refused)
  return BigInt.asUintN(64, picture.perceptualHash)
}

function distanceOf(one: bigint, other: bigint): number {
  return [...(one ^ other).toString(2)].filter((bit) => bit === '1').length
}

const screenshots = await Promise.all(Array.from({ length: PICTURES }, (_, at) => screenshot(at)))
const hashes = await Promise.all(screenshots.map(hashOf))

describe('how far apart pictures are', () => {
  it.each(Object.keys(CHANGES) as (keyof typeof CHANGES)[])(
    'one that is %s still looks like itself',
    async (how) => {
      const again = await Promise.all(
        screenshots.map(async (one) => hashOf(await changed(one, how))),
      )
      const distances = hashes.map((hash, at) => distanceOf(hash, again[at] ?? 0n))
      expect(Math.max(...distances)).toBeLessThanOrEqual(LOOK_ALIKE_BITS_MAX)
    },
  )

  it('different ones are further apart than any change of the same takes them', async () => {
    const all = [...hashes, await hashOf(await photo()), await hashOf(await photo())]
    const distances = all.flatMap((one, at) => all.slice(at + 1).map((two) => distanceOf(one, two)))
    expect(Math.min(...distances)).toBeGreaterThan(LOOK_ALIKE_BITS_MAX)
  })
})

describe('the bands by which look-alikes are found', () => {
  const bandsOf = (hash: bigint) =>
    [0n, 1n, 2n, 3n].map((band) => Number(band * 65_536n + ((hash >> (16n * band)) & 65_535n)))

  it('share one with every hash within the threshold, wherever its bits differ', () => {
    const near = new Set(nearBands(hashes[0] ?? 0n))
    for (let turn = 0; turn < 2_000; turn += 1) {
      const other = flipped(hashes[0] ?? 0n, LOOK_ALIKE_BITS_MAX, turn)
      expect(bandsOf(other).some((band) => near.has(band))).toBe(true)
    }
  })

  it('are as many as two bits of sixteen can make: found by look-ups, not by reading all', () => {
    expect(nearBands(-1n)).toHaveLength(4 * (1 + 16 + 120))
    expect(new Set(nearBands(-1n)).size).toBe(548)
  })
})

/** With some bits turned over, other ones in each turn. */
function flipped(hash: bigint, bits: number, turn: number): bigint {
  const places = new Set<number>()
  for (let step = 1; places.size < bits; step += 1) places.add((turn * 31 + step * step * 7) % 64)
  return [...places].reduce((result, place) => result ^ (1n << BigInt(place)), hash)
}
