import { Badge } from '#pwa/ui/badge.tsx'

/** Source: spec 2 §4 a conversation is Active or Closed. */
export function ConversationBadge({ isActive }: { isActive: boolean }) {
  return <Badge tone={isActive ? 'up' : 'neutral'}>{isActive ? 'Active' : 'Closed'}</Badge>
}
