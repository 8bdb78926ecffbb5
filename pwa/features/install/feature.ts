import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const install = defineFeature({
  screens: {
    '/install': {
      title: msg('Install the app'),
      access: 'always',
      page: async () => (await import('#pwa/pages/install.tsx')).InstallPage,
    },
  },
})
