import { LifeBuoy } from 'lucide-react'
import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

const CHAT = { label: msg('Support'), to: '/support' }

export const support = defineFeature({
  screens: {
    '/support': {
      title: msg('Support'),
      access: 'user',
      page: async () => (await import('./support-chat.tsx')).SupportChat,
      menu: { icon: LifeBuoy, bottomBar: 5, topMenu: 6 },
    },
    '/admin/support': {
      title: msg('Support'),
      access: 'support.read',
      page: async () => (await import('#pwa/pages/admin/support.tsx')).AdminSupportPage,
      menu: { icon: LifeBuoy, adminMenu: 5 },
    },
  },
  unsent: {
    'POST /api/support/conversation': CHAT,
    'POST /api/support/messages': CHAT,
    'POST /api/admin/support/messages': { ...CHAT, to: '/admin/support' },
  },
  queries: { support: ['support_conversation', 'support_message'] },
})
