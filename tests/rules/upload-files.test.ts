import { expect, test } from 'vitest'
import { documentRefusalOf, imageRefusalOf } from '#shared/rules/upload-files.ts'

const MB = 1024 * 1024
const file = (name: string, size = 10, type = 'image/jpeg') => ({ name, size, type })

test('an image needs an image type and a size up to the limit', () => {
  expect(imageRefusalOf(file('front.jpg', 8 * MB), 8 * MB)).toBeUndefined()
  expect(imageRefusalOf(file('front.pdf', 10, 'application/pdf'), 8 * MB)).toEqual({
    refused: 'upload.not_image',
    details: { file: 'front.pdf' },
  })
  expect(imageRefusalOf(file('front.jpg', 8 * MB + 1), 8 * MB)).toEqual({
    refused: 'upload.too_large',
    details: { file: 'front.jpg', maximum: '8 MB' },
  })
})

test('a document needs an allowed extension, in any case, and a size up to the limit', () => {
  const limits = { bytesMax: MB, extensions: ['pdf'] }
  expect(documentRefusalOf(file('a.PDF', MB), limits)).toBeUndefined()
  expect(documentRefusalOf(file('a.txt'), limits)?.refused).toBe('upload.not_document')
  expect(documentRefusalOf(file('pdf.'), limits)?.refused).toBe('upload.not_document')
  expect(documentRefusalOf(file('a.pdf', MB + 1), limits)?.refused).toBe('upload.too_large')
})
