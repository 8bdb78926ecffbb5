import type { ManifestOptions } from 'vite-plugin-pwa'
import { operator } from '#shared/operator/company.ts'
import { SHARE_FIELD, SHARE_PATH } from '#shared/rules/shared-screenshot.ts'
import { t } from '#shared/text/t.ts'

interface Spoken {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/**
 * What the installed app is to the phone, in the language that is spoken. Colours are those of the
 * dark theme's tokens.
 */
export function manifest({ lang, dir }: Spoken): Partial<ManifestOptions> {
  return {
    id: '/',
    name: operator.name,
    short_name: operator.name,
    description: operator.tagline,
    lang,
    dir,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#0b0e11',
    theme_color: '#0b0e11',
    categories: ['finance'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    // Taken by scripts/make-screenshots.ts.
    screenshots: [
      {
        ...screenshot('home', '780x1688'),
        form_factor: 'narrow',
        label: t('Your balance and prices'),
      },
      { ...screenshot('exchange', '780x1688'), form_factor: 'narrow', label: t('Spot orders') },
      { ...screenshot('portfolio', '780x1688'), form_factor: 'narrow', label: t('Portfolio') },
      { ...screenshot('exchange-wide', '1280x800'), form_factor: 'wide', label: t('Spot orders') },
    ],
    shortcuts: [
      { name: t('Deposit'), url: '/?open=deposit' },
      { name: t('Portfolio'), url: '/?open=portfolio' },
      { name: t('Markets'), url: '/market' },
      { name: t('Exchange'), url: '/exchange' },
    ],
    share_target: {
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        files: [
          { name: SHARE_FIELD, accept: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
        ],
      },
    },
  }
}

function screenshot(name: string, sizes: string) {
  return { src: `/screenshots/${name}.webp`, sizes, type: 'image/webp' }
}
