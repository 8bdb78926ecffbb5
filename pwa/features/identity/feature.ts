import { defineFeature } from '#pwa/feature.ts'

export const identity = defineFeature({
  screens: {
    '/login': {
      title: 'Log in',
      access: 'signed-out',
      links: ['confirm', 'reset'],
      page: async () => (await import('#pwa/pages/login.tsx')).LoginPage,
    },
    '/signup': {
      title: 'Sign up',
      access: 'signed-out',
      page: async () => (await import('#pwa/pages/signup.tsx')).SignUpPage,
    },
    '/freeze-withdrawals': {
      title: 'Freeze withdrawals',
      access: 'always',
      page: async () => (await import('#pwa/pages/freeze-withdrawals.tsx')).FreezeWithdrawalsPage,
    },
  },
})
