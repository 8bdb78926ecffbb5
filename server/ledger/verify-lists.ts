import type { PoolClient } from 'pg'
import { type ChosenStreams, isChosen } from './chosen-streams.ts'
import type { Findings } from './ledger-fault.ts'
import { IS_LISTED } from './listed-rule.ts'

const COLUMNS = (of: string) =>
  ['kind', 'owner', 'status', 'waiting', 'version', 'created_at']
    .map((column) => `${of}.${column}`)
    .concat(`${of}.data::text`)
    .join(', ')

// The follower copies the current document, so streams that it has not copied yet are skipped.
const DIFFERENT = (chosen: ChosenStreams) => `
  with ahead as materialized (
    select distinct stream from event
    where position > (select coalesce(max(position), 0) from checkpoint where name = 'listed')
  ), meant as (
    select d.* from document d where ${isChosen(chosen)} and ${IS_LISTED}
  ), known as (
    select * from listed where ${isChosen(chosen)}
  )
  select stream, meant.stream is null as "isExtra", known.stream is null as "isMissing"
  from meant full join known using (stream)
  where (${COLUMNS('meant')}) is distinct from (${COLUMNS('known')})
    and stream not in (select stream from ahead)
  order by stream`

/**
 * Compares the list entries of some streams with their documents, as far as the follower has read.
 *
 * Finds a stream missing from the lists; one that belongs in none; a copy that differs.
 */
export async function verifyLists(
  client: PoolClient,
  findings: Findings,
  chosen: ChosenStreams,
): Promise<void> {
  const { rows } = await client.query<{ stream: string; isExtra: boolean; isMissing: boolean }>(
    DIFFERENT(chosen),
  )
  for (const { stream, isExtra, isMissing } of rows) {
    if (isMissing) findings.add('lists', `the lists lack ${stream}`)
    else if (isExtra) findings.add('lists', `${stream} is in the lists but belongs in none`)
    else findings.add('lists', `the lists show ${stream} otherwise than its document`)
  }
}
