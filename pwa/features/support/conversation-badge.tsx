import { Badge } from '#pwa/ui/badge.tsx'
import { t } from '#shared/text/t.ts'

export function ConversationBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="success">
      {t(
        '{of, select, conversation {Active} conversations {Active} address {Active} other {Active}}',
        {
          of: 'conversation',
        },
      )}
    </Badge>
  ) : (
    <Badge>
      {t('{of, select, conversation {Closed} conversations {Closed} other {Closed}}', {
        of: 'conversation',
      })}
    </Badge>
  )
}
