import { defineFeature } from '#pwa/feature.ts'

export const conversions = defineFeature({
  dialogs: {
    convert: { load: async () => (await import('./convert-dialog.tsx')).ConvertDialog },
  },
  queries: { convert: ['transactions'] },
})
