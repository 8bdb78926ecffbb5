import { Badge } from '#pwa/ui/badge.tsx'

export function ConversationBadge({ isActive }: { isActive: boolean }) {
  return <Badge tone={isActive ? 'up' : 'neutral'}>{isActive ? 'Active' : 'Closed'}</Badge>
}
