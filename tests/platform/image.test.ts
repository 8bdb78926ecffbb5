import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Picture, reencodeImage } from '#server/platform/image.ts'
import type { Refusal } from '#shared/refusal.ts'
import type { FilePart } from '#tests/api/support/client.ts'
import {
  gifScriptPolyglot,
  htmlNamedPng,
  photo,
  photoOfSize,
  pixelBomb,
  svgPicture,
  truncatedJpeg,
} from '#tests/api/support/pictures.ts'
import { fileOnDisk } from '#tests/support/file-on-disk.ts'

async function reencode(part: FilePart): Promise<Partial<Picture & Refusal>> {
  const { name, path } = await fileOnDisk(part)
  return await reencodeImage(name, path)
}

describe('a stored image', () => {
  it('is upright and has no location or camera metadata', async () => {
    const { content, refused } = await reencode(await photo(320, 240))
    expect(refused).toBeUndefined()
    const { width, height, exif, orientation, format } = await sharp(content).metadata()
    expect([width, height, format]).toEqual([240, 320, 'jpeg'])
    expect([exif, orientation]).toEqual([undefined, undefined])
    expect(content?.includes('Secret Camera')).toBe(false)
  })

  it.each(['png', 'webp', 'gif'] as const)('is accepted as %s', async (format) => {
    const { content } = await photo()
    const other = await sharp(content).toFormat(format).toBuffer()
    const { mime } = await reencode({ name: 'a', content: new Uint8Array(other) })
    expect(mime).toBe('image/jpeg')
  })

  it('drops data appended after its end', async () => {
    const { content } = await reencode(await photoOfSize(500_000))
    expect(content?.length).toBeLessThan(200_000)
  })

  it('keeps nearly the same perceptual hash when it is resized and saved again', async () => {
    const picture = await receipt()
    const smaller = await sharp(picture).resize(400).jpeg({ quality: 60 }).toBuffer()
    const first = await reencode({ name: 'a', content: new Uint8Array(picture) })
    const second = await reencode({ name: 'b', content: new Uint8Array(smaller) })
    const other = await reencode(await photo())
    expect(distance(first.perceptualHash, second.perceptualHash)).toBeLessThan(6)
    expect(distance(first.perceptualHash, other.perceptualHash)).toBeGreaterThan(12)
  })
})

it('refuses images beyond the queue limit before they fill the memory', async () => {
  // Decoding it takes far longer than reading the starts of 40 files, so all of them arrive first.
  const { name, path } = await fileOnDisk(await photo(1_600, 1_200))
  const all = Array.from({ length: 40 }, () => reencodeImage(name, path))
  const outcomes = await Promise.allSettled(all)
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(reasons.map(({ refusal }) => refusal.refused)).toEqual(Array(6).fill('busy.try_later'))
})

describe('an invalid image', () => {
  it.each([
    ['an SVG', svgPicture, 'upload.not_image'],
    ['HTML named png', htmlNamedPng, 'upload.not_image'],
    ['a GIF that is a script', gifScriptPolyglot, 'upload.broken'],
    ['a pixel bomb', pixelBomb, 'upload.too_many_pixels'],
  ])('%s is refused', async (_, file, code) => {
    expect((await reencode(file)).refused).toBe(code)
  })

  it('a truncated JPEG is refused', async () => {
    expect((await reencode(await truncatedJpeg())).refused).toBe('upload.broken')
  })

  it('concurrent images are decoded one by one, and a refused one frees its slot', async () => {
    const files = Array.from({ length: 12 }, (_, i) => (i % 2 ? pixelBomb : gifScriptPolyglot))
    const results = await Promise.all(files.map(reencode))
    expect(results.filter(({ refused }) => refused)).toHaveLength(12)
  })
})

/** An image like a screenshot: blocks of different brightness. */
function receipt(): Promise<Buffer> {
  const block = (left: number, top: number, [width, height]: [number, number], shade: number) => ({
    input: {
      create: { width, height, channels: 3 as const, background: { r: shade, g: shade, b: shade } },
    },
    left,
    top,
  })
  return sharp({ create: { width: 800, height: 1_200, channels: 3, background: '#fff' } })
    .composite([
      block(0, 0, [800, 160], 30),
      block(80, 300, [500, 200], 120),
      block(300, 700, [420, 300], 200),
    ])
    .png()
    .toBuffer()
}

function distance(a = 0n, b = 0n): number {
  return BigInt.asUintN(64, a ^ b)
    .toString(2)
    .replaceAll('0', '').length
}
