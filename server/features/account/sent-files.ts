import { ofOpenAccountSql } from '#server/facts/person-sql.ts'
import { IS_LATER } from '#server/platform/upload-rows.ts'
import type { Queryable } from '#server/projections/documents.ts'

/** Files that staff sent to users: events of the recipients name them in the file's own field. */

const BY_STAFF = (staffId: string) => `
  event.metadata #>> '{actor,kind}' = 'admin' and event.metadata #>> '{actor,id}' = ${staffId}`

/**
 * In SQL, a query of the ids of the uploads of one person that they sent, as staff, to users who
 * still have their account.
 */
export const SENT_TO_OTHERS = ({ userNo, userId }: { userNo: string; userId: string }): string => `
  select event.data ->> sendable.kind
  from (select distinct kind from upload where owner = ${userNo}) as sendable
  join event on ${BY_STAFF(userId)}
  join document on document.stream = event.stream
  where event.data ->> sendable.kind is not null
    and document.owner <> ${userNo} and ${ofOpenAccountSql('document')}`

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

const SENT_BY_STAFF = `
  from document
  join event on event.stream = document.stream and event.metadata #>> '{actor,kind}' = 'admin'
  cross join lateral json_each_text(event.data) as field (kind, value)
  join upload on upload.kind = field.kind
    and upload.id = case when field.value ~ '${UUID}' then field.value::uuid end
  where document.owner = $1 and upload.owner <> $1 and ${IS_LATER}`

/** The files that staff sent to a user, oldest first. */
export async function readFilesFromStaff(db: Queryable, userNo: string): Promise<object[]> {
  const { rows } = await db.query<object>(
    `select distinct upload.id, upload.kind, upload.mime, upload.bytes, upload.created_at
     ${SENT_BY_STAFF} order by upload.created_at, upload.id`,
    [userNo],
  )
  return rows
}

/**
 * Deletes the files that staff sent to an erased user, and to no one who still has an account. A file
 * that its sender also uses for themselves is kept.
 *
 * @returns the ids
 */
export async function eraseSentFiles(db: Queryable, userNo: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `with sent as (
       select distinct upload.id, upload.kind, upload.owner,
              event.metadata #>> '{actor,id}' as sender
       ${SENT_BY_STAFF}
     ), sent_to_others as materialized (
       select event.data ->> senders.kind as id
       from (select distinct sender, kind from sent) as senders
       join event on ${BY_STAFF('senders.sender')}
       join document on document.stream = event.stream
       where event.data ->> senders.kind is not null
         and document.owner <> $1 and ${ofOpenAccountSql('document')}
     )
     delete from upload using sent
     where upload.id = sent.id
       and not exists (select from sent_to_others where sent_to_others.id = sent.id::text)
       and not exists (
         select from document join event on event.stream = document.stream
         where document.owner = sent.owner and ${IS_LATER}
           and event.data ->> sent.kind = sent.id::text)
       and not exists (
         select from person where person.user_no = sent.owner and person.picture = sent.id)
     returning upload.id`,
    [userNo],
  )
  return rows.map(({ id }) => id)
}
