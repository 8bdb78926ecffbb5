import { csvLine } from '#server/platform/csv.ts'
import type { AuditFilter } from '#server/queries/audit-lines.ts'
import { type AuditLine, detailsOf } from '#shared/contract/audit.ts'
import type { Catalogue } from '#shared/text/catalogue.ts'
import { inLanguage, msg, t, translated } from '#shared/text/t.ts'
import { epochMsOf } from '#shared/time.ts'
import type { TimeZone } from '#shared/time-zone.ts'
import type { AuditNeeds } from './present.ts'
import { below, readPage } from './search.ts'

interface Column {
  readonly header: string
  readonly cell: (line: AuditLine, zone: TimeZone) => string
}

const COLUMNS: readonly Column[] = [
  { header: msg('Position'), cell: ({ position }) => position },
  { header: msg('Time'), cell: ({ at }, zone) => zone.isoOf(epochMsOf(at)) },
  { header: msg('Area'), cell: ({ area }) => translated(area) },
  { header: msg('Action'), cell: ({ title }) => translated(title) },
  { header: msg('Type'), cell: ({ type }) => type },
  { header: msg('Actor kind'), cell: ({ actor }) => actor.kind },
  { header: msg('Actor'), cell: ({ actor }) => actor.person?.display_id ?? '' },
  { header: msg('Actor ID'), cell: ({ actor }) => actor.person?.user_id ?? '' },
  { header: msg('User'), cell: ({ subject }) => subject?.display_id ?? '' },
  { header: msg('User ID'), cell: ({ subject }) => subject?.user_id ?? '' },
  { header: msg('Amount'), cell: ({ money }) => money?.amount ?? '' },
  { header: msg('Asset'), cell: ({ money }) => money?.symbol ?? '' },
  { header: msg('Details'), cell: (line) => detailsOf(line) ?? '' },
  { header: msg('Reason'), cell: ({ reason }) => reason ?? '' },
  { header: msg('Entries'), cell: ({ entries }) => entries.join('; ') },
  { header: msg('Reference'), cell: ({ stream }) => stream },
]

/** Acts read at once. No connection is held between two reads, however slow the download is. */
const PAGE = 500

/**
 * The acts of a search as CSV, piece by piece, newest first. People are identified only by id: a
 * file leaves the platform, and data that is erased here must not remain there.
 */
export async function* exportPieces(
  needs: AuditNeeds,
  filter: AuditFilter | undefined,
  { zone, language }: { readonly zone: TimeZone; readonly language: Catalogue },
): AsyncGenerator<string> {
  const written = (write: () => string) => inLanguage(language, () => ({ piece: write() })).piece
  yield written(() => csvLine(COLUMNS.map(({ header }) => t(header))))
  let rest = filter
  while (rest) {
    const lines: readonly AuditLine[] = await readPage(needs, rest, PAGE)
    yield written(() => lines.map((line) => exportLine(line, zone)).join(''))
    const last = lines.at(-1)
    rest = last && lines.length === PAGE ? below(rest, BigInt(last.position)) : undefined
  }
}

function exportLine(line: AuditLine, zone: TimeZone): string {
  return csvLine(COLUMNS.map(({ cell }) => cell(line, zone)))
}
