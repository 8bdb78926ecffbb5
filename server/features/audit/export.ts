import { csvLine } from '#server/platform/csv.ts'
import type { AuditFilter } from '#server/queries/audit-lines.ts'
import { type AuditedPerson, type AuditLine, detailsOf } from '#shared/contract/audit.ts'
import type { Catalogue } from '#shared/text/catalogue.ts'
import { inLanguage, msg, t, translated } from '#shared/text/t.ts'
import { epochMsOf } from '#shared/time.ts'
import type { TimeZone } from '#shared/time-zone.ts'
import type { AuditNeeds } from './present.ts'
import { below, readPage } from './search.ts'

const COLUMNS = [
  msg('Position'),
  msg('Time'),
  msg('Area'),
  msg('Act'),
  msg('Type'),
  msg('Actor kind'),
  msg('Actor'),
  msg('Actor ID'),
  msg('User'),
  msg('User ID'),
  msg('Amount'),
  msg('Asset'),
  msg('Details'),
  msg('Reason'),
  msg('Entries'),
  msg('Reference'),
] as const

/** Acts read at once: between two reads nothing is held, however slow the download is. */
const PAGE = 500

/**
 * The acts of a search as CSV, piece by piece, newest first. People are named by their ids alone:
 * a file leaves the platform, and what was erased here must not live on there.
 */
export async function* exportPieces(
  needs: AuditNeeds,
  filter: AuditFilter | undefined,
  { zone, language }: { readonly zone: TimeZone; readonly language: Catalogue },
): AsyncGenerator<string> {
  const written = (write: () => string) => inLanguage(language, () => ({ piece: write() })).piece
  yield written(() => csvLine(COLUMNS.map((column) => t(column))))
  let rest = filter
  while (rest) {
    const lines: readonly AuditLine[] = await readPage(needs, rest, PAGE)
    yield written(() => lines.map((line) => exportLine(line, zone)).join(''))
    const last = lines.at(-1)
    rest = last && lines.length === PAGE ? below(rest, BigInt(last.position)) : undefined
  }
}

function exportLine(line: AuditLine, zone: TimeZone): string {
  return csvLine([
    line.position,
    zone.isoOf(epochMsOf(line.at)),
    translated(line.area),
    translated(line.title),
    line.type,
    line.actor.kind,
    ...idsOf(line.actor.person),
    ...idsOf(line.subject),
    line.money?.amount ?? '',
    line.money?.symbol ?? '',
    detailsOf(line) ?? '',
    line.reason ?? '',
    line.entries.join('; '),
    line.stream,
  ])
}

function idsOf(person: AuditedPerson | null): [string, string] {
  return [person?.display_id ?? '', person?.user_id ?? '']
}
