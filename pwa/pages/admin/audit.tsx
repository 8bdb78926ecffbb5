import { Download } from 'lucide-react'
import { auditFilterFrom, NO_FILTER } from '#pwa/features/audit/audit-filter.ts'
import { AuditFilters } from '#pwa/features/audit/audit-filters.tsx'
import { AuditList } from '#pwa/features/audit/audit-list.tsx'
import { AuditedEventDialog } from '#pwa/features/audit/audited-event-dialog.tsx'
import { useAuditExport } from '#pwa/features/audit/use-audit.ts'
import { useAddress } from '#pwa/hooks/use-address.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ProblemNotice } from '#pwa/ui/notice.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { t } from '#shared/text/t.ts'

/** Who did what to whom, and when: the log as staff read it. */
export function AdminAuditPage() {
  const { query, change } = useAddress()
  const { isOnline } = useConnection()
  const { download, isLoading, failure } = useAuditExport()
  const filter = auditFilterFrom(query)
  const event = query.get('event')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('Audit')}</h1>
        <div className="flex w-full flex-wrap items-center gap-3 sm:w-auto">
          <SegmentedControl
            label={t('Who acted')}
            className="flex-1 sm:w-60"
            options={[
              { value: 'staff', label: t('By staff') },
              { value: 'all', label: t('All') },
            ]}
            value={filter.acts ?? 'staff'}
            onValueChange={(acts) => change({ acts: acts === 'all' ? acts : undefined })}
          />
          <Button
            busy={isLoading}
            disabled={!isOnline}
            icon={<Download className="size-4" />}
            onClick={() => void download(filter)}
          >
            {t('Export CSV')}
          </Button>
        </div>
      </div>
      <ProblemNotice problem={failure && { title: t('Export failed'), message: failure.message }} />
      <AuditFilters filter={filter} onChange={change} />
      <AuditList filter={filter} onOpen={(position) => change({ event: position }, 'push')} />
      {event !== null && /^\d{1,18}$/.test(event) && (
        <AuditedEventDialog
          key={event}
          position={event}
          onClose={() => change({ event: undefined })}
          onFilter={(narrowed) => change({ ...NO_FILTER, ...narrowed, event: undefined }, 'push')}
        />
      )}
    </div>
  )
}
