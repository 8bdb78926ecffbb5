import { csvLine } from '#server/platform/csv.ts'
import type { AuditFilter } from '#server/projections/audit-lines.ts'
import type { AuditedPerson, AuditLine } from '#shared/contract/audit.ts'
import { epochMsOf } from '#shared/time.ts'
import type { TimeZone } from '#shared/time-zone.ts'
import type { AuditNeeds } from './present.ts'
import { below, readPage } from './search.ts'

const COLUMNS = [
  'Position',
  'Time',
  'Area',
  'Act',
  'Type',
  'Actor kind',
  'Actor',
  'Actor ID',
  'User',
  'User ID',
  'Amount',
  'Asset',
  'Reason',
  'Entries',
  'Reference',
]

/** Acts read at once: between two reads nothing is held, however slow the download is. */
const PAGE = 500

/**
 * The acts of a search as CSV, piece by piece, newest first. People are named by their ids alone:
 * a file leaves the platform, and what was erased here must not live on there.
 */
export async function* exportPieces(
  needs: AuditNeeds,
  filter: AuditFilter | undefined,
  zone: TimeZone,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  let rest = filter
  while (rest) {
    const lines: readonly AuditLine[] = await readPage(needs, rest, PAGE)
    yield lines.map((line) => exportLine(line, zone)).join('')
    const last = lines.at(-1)
    rest = last && lines.length === PAGE ? below(rest, BigInt(last.position)) : undefined
  }
}

function exportLine(line: AuditLine, zone: TimeZone): string {
  return csvLine([
    line.position,
    zone.isoOf(epochMsOf(line.at)),
    line.area,
    line.title,
    line.type,
    line.actor.kind,
    ...idsOf(line.actor.person),
    ...idsOf(line.subject),
    line.money?.amount ?? '',
    line.money?.symbol ?? '',
    line.reason ?? '',
    line.entries.join('; '),
    line.stream,
  ])
}

function idsOf(person: AuditedPerson | null): [string, string] {
  return [person?.display_id ?? '', person?.user_id ?? '']
}
