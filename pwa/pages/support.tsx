import { SupportChat } from '#pwa/features/support/support-chat.tsx'

export function SupportPage() {
  return <SupportChat />
}
