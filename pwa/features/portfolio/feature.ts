import { defineFeature } from '#pwa/feature.ts'

export const portfolio = defineFeature({
  dialogs: {
    portfolio: { load: async () => (await import('./portfolio-view.tsx')).PortfolioDialog },
  },
  queries: { portfolio: ['portfolio'] },
})
