import { ScrollText } from 'lucide-react'
import { Card } from '#pwa/ui/card.tsx'
import { DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { auditColumns } from './audit-columns.tsx'
import { type AuditFilter, narrowedBy } from './audit-filter.ts'
import { useAudit } from './use-audit.ts'

interface AuditListProps {
  filter: AuditFilter
  onOpen: (position: string) => void
}

/** Acts, newest first; more comes as the person reads on. */
export function AuditList({ filter, onOpen }: AuditListProps) {
  const audit = useAudit(filter)
  return (
    <Card flush>
      <DataList
        label="Acts"
        query={audit}
        failed="Failed to load the audit"
        columns={auditColumns(onOpen)}
        rows={audit.lines}
        rowKey={({ position }) => position}
        expected={8}
        empty={
          <EmptyState
            icon={<ScrollText className="size-5" />}
            title={narrowedBy(filter) > 0 ? 'Nothing matches' : 'Nothing has been done yet'}
          >
            {narrowedBy(filter) > 0
              ? 'Choose another person, act or period.'
              : 'Whatever staff decide or change stands here from then on.'}
          </EmptyState>
        }
      />
    </Card>
  )
}
