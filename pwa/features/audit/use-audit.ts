import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { localZone } from '#pwa/hooks/calendar-days.ts'
import { useDownload } from '#pwa/hooks/use-download.ts'
import {
  exportAudit,
  listAudit,
  readAuditedEvent,
  readAuditFilters,
} from '#shared/contract/audit.ts'
import { type AuditFilter, auditQueryOf } from './audit-filter.ts'

const POLL_MS = 15_000

export function useAudit(filter: AuditFilter) {
  const pages = usePagesFor(
    listAudit,
    { query: auditQueryOf(filter, localZone()) },
    { nextOf: (page) => page.next, pollMs: POLL_MS },
  )
  const isUserUnknown = pages.data?.[0]?.is_user_unknown === true
  return { ...pages, lines: pages.data?.flatMap(({ lines }) => lines), isUserUnknown }
}

export function useAuditFilters() {
  return useQueryFor(readAuditFilters, {})
}

export function useAuditedEvent(position: string) {
  return useQueryFor(readAuditedEvent, { params: { position } })
}

export function useAuditExport() {
  const { download, ...state } = useDownload(exportAudit)
  return {
    ...state,
    download: (filter: AuditFilter) => {
      const zone = localZone()
      return download({ query: { ...auditQueryOf(filter, zone), zone: zone.name } }, 'audit.csv')
    },
  }
}
