import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const identity = defineFeature({
  screens: {
    '/login': {
      title: msg('Log in'),
      access: 'signed-out',
      links: ['confirm', 'reset'],
      page: async () => (await import('#pwa/pages/login.tsx')).LoginPage,
    },
    '/signup': {
      title: msg('Sign up'),
      access: 'signed-out',
      page: async () => (await import('#pwa/pages/signup.tsx')).SignUpPage,
    },
    '/freeze-withdrawals': {
      title: msg('Freeze withdrawals'),
      access: 'always',
      page: async () => (await import('#pwa/pages/freeze-withdrawals.tsx')).FreezeWithdrawalsPage,
    },
  },
})
