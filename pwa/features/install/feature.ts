import { defineFeature } from '#pwa/feature.ts'

export const install = defineFeature({
  screens: {
    '/install': {
      title: 'Install the app',
      access: 'always',
      page: async () => (await import('#pwa/pages/install.tsx')).InstallPage,
    },
  },
})
