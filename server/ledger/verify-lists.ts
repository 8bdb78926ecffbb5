import type { PoolClient } from 'pg'
import type { Findings } from './ledger-fault.ts'
import { IS_LISTED } from './listed-rule.ts'
import { scan } from './scan.ts'

const COLUMNS = (of: string) =>
  ['kind', 'owner', 'status', 'waiting', 'version', 'created_at']
    .map((column) => `${of}.${column}`)
    .concat(`${of}.data::text`)
    .join(', ')

// The follower copies the document as it is, so streams that it has yet to copy are left out. The
// whole of both tables, or the streams with events after a position.
const DIFFERENT = (after: bigint) => `
  with ahead as materialized (
    select distinct stream from event
    where position > (select coalesce(max(position), 0) from checkpoint where name = 'listed')
  ), asked as materialized (
    select distinct stream from event where position > ${after}
  ), meant as (
    select d.* from document d where ${IS_LISTED}
  )
  select stream, meant.stream is null as "isExtra", known.stream is null as "isMissing"
  from meant full join listed known using (stream)
  where (${COLUMNS('meant')}) is distinct from (${COLUMNS('known')})
    and stream not in (select stream from ahead)
    ${after === 0n ? '' : 'and stream in (select stream from asked)'}
  order by stream`

/**
 * Compares what lists show with the documents, as far as the follower has come.
 *
 * Finds a stream that the lists lack; one that belongs in none; a copy that differs.
 */
export async function verifyLists(
  client: PoolClient,
  findings: Findings,
  after: bigint,
): Promise<void> {
  const rows = scan<{ stream: string; isExtra: boolean; isMissing: boolean }>(
    client,
    'verify_lists',
    DIFFERENT(after),
  )
  for await (const { stream, isExtra, isMissing } of rows) {
    if (isMissing) findings.add('lists', `the lists lack ${stream}`)
    else if (isExtra) findings.add('lists', `${stream} is in the lists but belongs in none`)
    else findings.add('lists', `the lists show ${stream} otherwise than its document`)
  }
}
