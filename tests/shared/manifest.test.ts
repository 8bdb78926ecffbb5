import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openablePathsOf } from '#pwa/feature.ts'
import { FEATURES } from '#pwa/features/index.ts'
import { manifest as manifestIn } from '#pwa/manifest.ts'
import { SHARE_FIELD, SHARE_PATH } from '#shared/rules/shared-screenshot.ts'

const manifest = manifestIn({ lang: 'en', dir: 'ltr' })
const PUBLIC = new URL('../../pwa/public', import.meta.url).pathname

describe('the manifest', () => {
  it('states the real sizes of screenshots and icons', async () => {
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
    const { shortcuts = [] } = manifest
    expect(shortcuts).not.toEqual([])
    for (const { url } of shortcuts) {
      const { pathname, searchParams } = new URL(url, 'https://example.com')
      expect(openablePathsOf(FEATURES)).toContain(pathname)
      expect([...dialogs, null]).toContain(searchParams.get('open'))
    }
  })

  it('makes other apps post images to the URL and field that the service worker reads', () => {
    const { share_target: target } = manifest
    expect(target).toMatchObject({
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
    })
    const accept = expect.arrayContaining(['image/jpeg', 'image/png'])
    expect(target?.params?.files).toEqual([{ name: SHARE_FIELD, accept }])
  })
})
