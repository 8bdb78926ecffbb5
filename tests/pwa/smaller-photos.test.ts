import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { smallerPhoto, withSmallerPhotos } from '#pwa/data/smaller-photos.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { photoSize, shouldShrink } from '#shared/rules/photos.ts'

const MB = 1024 * 1024

const file = (type: string, size: number, name = 'IMG_1.jpeg') =>
  new File([new Uint8Array(size)], name, { type, lastModified: 7 })

describe('the decision to make a photo smaller', () => {
  it.each([
    ['image/jpeg', 4 * MB, true],
    ['image/png', 4 * MB, true],
    ['image/webp', 4 * MB, true],
    ['image/jpeg', MB, false],
    ['image/gif', 4 * MB, false],
    ['application/pdf', 4 * MB, false],
    ['image/heic', 4 * MB, false],
  ])('depends on its type and size (%s of %i bytes: %s)', (type, size, isShrunk) => {
    expect(shouldShrink({ type, size })).toBe(isShrunk)
  })

  it.each([
    ['a photo', [4_000, 3_000], [2_400, 1_800]],
    ['an upright photo', [3_000, 4_000], [1_800, 2_400]],
    ['a small image', [800, 600], [800, 600]],
    ['a long screenshot, whose width stays legible', [1_250, 12_500], [1_000, 10_000]],
    ['a narrow image', [900, 9_000], [900, 9_000]],
  ] as const)('keeps the proportions of %s', (_, [width, height], shrunk) => {
    expect(photoSize({ width, height })).toEqual({ width: shrunk[0], height: shrunk[1] })
  })
})

describe('a large photo', () => {
  let jpeg: Blob | null
  let grey: number

  beforeEach(() => {
    jpeg = new Blob([new Uint8Array(MB)], { type: 'image/jpeg' })
    grey = 96
    vi.stubGlobal('createImageBitmap', async () => ({ width: 4_000, height: 3_000, close() {} }))
    vi.stubGlobal('document', { createElement: () => canvas() })
  })
  afterEach(() => vi.unstubAllGlobals())

  const canvas = () => ({
    getContext: () => ({
      fillRect() {},
      drawImage() {},
      getImageData: () => ({ data: new Uint8ClampedArray([grey, grey, grey, 255]) }),
    }),
    toBlob: (done: (blob: Blob | null) => void) => done(jpeg),
  })

  it('becomes a smaller JPEG', async () => {
    const smaller = await smallerPhoto(file('image/png', 4 * MB, 'my.ID.png'))
    expect(smaller).toMatchObject({
      name: 'my.ID.jpg',
      type: 'image/jpeg',
      size: MB,
      lastModified: 7,
    })
  })

  it.each([
    ['would not become smaller', () => (jpeg = new Blob([new Uint8Array(4 * MB)]))],
    ['cannot be written', () => (jpeg = null)],
    ['cannot be decoded', () => vi.stubGlobal('createImageBitmap', () => Promise.reject(Error()))],
    ['is on a browser that returns other pixels than were drawn', () => (grey = 200)],
  ])('stays as it is if it %s', async (_, arrange) => {
    arrange()
    const photo = file('image/jpeg', 4 * MB)
    expect(await smallerPhoto(photo)).toBe(photo)
  })

  it('is made smaller in fields for images only', async () => {
    const photo = file('image/jpeg', 4 * MB)
    const verification = await withSmallerPhotos(submitKyc, { files: { kycFrontId: photo } })
    expect(verification.files.kycFrontId.size).toBe(MB)
    const documents = [photo]
    const loan = await withSmallerPhotos(submitLoan, { files: { documents } })
    expect(loan.files.documents).toBe(documents)
  })
})
