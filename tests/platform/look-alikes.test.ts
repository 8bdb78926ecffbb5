import { describe, expect, it } from 'vitest'
import { reencodeImage } from '#server/platform/image.ts'
import { LOOK_ALIKE_BITS_MAX } from '#shared/rules/review-desk.ts'
import type { FilePart } from '#tests/api/support/client.ts'
import { CHANGES, changed, walletScreenshot } from '#tests/api/support/look-alikes.ts'
import { photo, screenshot } from '#tests/api/support/pictures.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { fileOnDisk } from '#tests/support/file-on-disk.ts'

const PICTURES = 12
const WALLETS = 100

async function hashOf(part: FilePart): Promise<bigint> {
  const { name, path } = await fileOnDisk(part)
  const picture = await reencodeImage(name, path)
  if ('refused' in picture) throw new Error(picture.refused)
  return BigInt.asUintN(64, picture.perceptualHash)
}

function distanceOf(one: bigint, other: bigint): number {
  return [...(one ^ other).toString(2)].filter((bit) => bit === '1').length
}

/** The distances of every pair. */
function distancesIn(all: readonly bigint[]): number[] {
  return all.flatMap((one, at) => all.slice(at + 1).map((two) => distanceOf(one, two)))
}

const screenshots = await atOnce(PICTURES, (at) => screenshot(at))
const hashes = await Promise.all(screenshots.map(hashOf))

describe('the distance between images', () => {
  it.each(Object.keys(CHANGES) as (keyof typeof CHANGES)[])(
    'stays below the threshold when an image is %s',
    async (how) => {
      const again = await Promise.all(
        screenshots.map(async (one) => hashOf(await changed(one, how))),
      )
      const distances = hashes.map((hash, at) => distanceOf(hash, again[at] ?? 0n))
      expect(Math.max(...distances)).toBeLessThanOrEqual(LOOK_ALIKE_BITS_MAX)
    },
  )

  it('is below the threshold between most screenshots of one app', async () => {
    const layout: bigint[] = []
    // Upload one by one, because the server decodes few images at a time.
    for (let at = 0; at < WALLETS; at += 1) layout.push(await hashOf(await walletScreenshot(at)))
    const distances = distancesIn(layout)
    const alike = distances.filter((distance) => distance <= LOOK_ALIKE_BITS_MAX)
    expect(alike.length).toBeGreaterThan(distances.length / 2)
  })

  it('exceeds the threshold between different images', async () => {
    const all = [...hashes, await hashOf(await photo()), await hashOf(await photo())]
    expect(Math.min(...distancesIn(all))).toBeGreaterThan(LOOK_ALIKE_BITS_MAX)
  })
})
