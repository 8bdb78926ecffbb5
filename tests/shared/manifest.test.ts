import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openablePathsOf } from '#pwa/feature.ts'
import { FEATURES } from '#pwa/features/index.ts'
import { manifest as manifestIn } from '#pwa/manifest.ts'

const manifest = manifestIn({ lang: 'en', dir: 'ltr' })
const PUBLIC = new URL('../../pwa/public', import.meta.url).pathname

describe('the manifest', () => {
  it('names screenshots and icons of the size that they have', async () => {
    const { screenshots = [], icons = [] } = manifest
    expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(
      expect.arrayContaining(['narrow', 'wide']),
    )
    for (const { src, sizes } of [...screenshots, ...icons]) {
      const { width, height } = await sharp(PUBLIC + src).metadata()
      expect(`${width}x${height}`, src).toBe(sizes)
    }
  })

  it('has shortcuts to screens and dialogs that exist', () => {
    const dialogs = FEATURES.flatMap(({ dialogs = {} }) => Object.keys(dialogs))
    for (const { url } of manifest.shortcuts ?? []) {
      const { pathname, searchParams } = new URL(url, 'https://example.com')
      expect(openablePathsOf(FEATURES)).toContain(pathname)
      expect([...dialogs, null]).toContain(searchParams.get('open'))
    }
  })
})
