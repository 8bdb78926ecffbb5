import { type Kysely, sql } from 'kysely'

/**
 * `listed`: copies of the documents that lists show, with the indexes that lists need. A follower
 * writes them asynchronously.
 *
 * Values by which thousands of rows are compared are columns, because a state would be parsed each
 * time.
 *
 * The indexes are removed from `document`, which keeps its key and `document_by_owner`: no index
 * contains a column that an append changes, so PostgreSQL updates a document within its page and
 * writes no index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table listed (
      stream     text collate "C" primary key,
      kind       text collate "C" not null,
      owner      bigint,
      status     text collate "C" not null,
      waiting    boolean not null,
      version    bigint not null,
      created_at timestamptz not null,
      data       json not null,
      unread     int generated always as (
        case when kind = 'conversation' and waiting
          then (data #>> '{sent,user}')::int - (data #>> '{read,user}')::int end
      ) stored,
      screenshot text collate "C" generated always as (
        case when kind = 'deposit' then data ->> 'screenshot' end
      ) stored,
      symbol     text collate "C" generated always as (
        case when kind = 'deposit' then data ->> 'symbol' end
      ) stored,
      amount     numeric generated always as (
        case when kind = 'deposit' then (data ->> 'amount')::numeric end
      ) stored
    ) with (fillfactor = 80)`.execute(db)
  // The checkpoint first: what is appended in between is copied now, and again by the follower.
  await sql`
    insert into checkpoint (name, position)
    select 'listed', coalesce(max(position), 0) from event`.execute(db)
  await sql`
    insert into listed (stream, kind, owner, status, waiting, version, created_at, data)
    select stream, kind, owner, status, waiting, version, created_at, data from document
    where kind in ('deposit', 'withdrawal', 'loan', 'conversation', 'kyc')
       or (kind <> 'user' and (waiting or status = 'active'))
       or (kind = 'user' and (status = 'disabled' or data ->> 'role' <> 'user'))
       or (kind = 'address-book' and owner in (select user_no from person))`.execute(db)
  for (const index of INDEXES) await sql.raw(`create index ${index}`).execute(db)
  await sql
    .raw(`
      do $$
      begin
        create index listed_withdrawal_address
          on listed using gin (lower(data ->> 'walletAddress') gin_trgm_ops)
          where kind = 'withdrawal';
        create index listed_address_book
          on listed using gin (lower(data ->> 'entries') gin_trgm_ops)
          where kind = 'address-book';
      exception when undefined_object then
        raise notice 'pg_trgm is not available: addresses are searched without an index';
      end $$`)
    .execute(db)
  await sql`
    drop index document_waiting, document_admins, document_due, document_open,
      document_loan_applicant, document_conversation, document_kyc_submission, document_kyc_status,
      document_kyc, document_reviews, document_deposit_screenshot, document_users,
      document_by_status, document_unread`.execute(db)
  await sql`
    drop index if exists document_withdrawal_address, document_address_book`.execute(db)
  await sql`alter table document drop column unread`.execute(db)
}

const MOMENT = `(coalesce(data ->> 'reviewedAt', data ->> 'submittedAt'))`
const SINCE = `(coalesce(data ->> 'submittedAt', data ->> 'placedAt', data ->> 'createdAt',
  data #>> '{firstApproval,approvedAt}'))`
const ASSET = `(split_part(coalesce(data ->> 'symbol', data #>> '{principal,symbol}'), '/', 1))`

const INDEXES = [
  `listed_by_owner on listed (owner, kind, created_at)`,
  `listed_open on listed (owner) where waiting or status = 'active'`,
  `listed_by_status on listed (kind, status, stream)
     where kind in ('deposit', 'withdrawal', 'loan', 'conversation')`,
  `listed_waiting on listed (kind, created_at) where waiting`,
  `listed_reviews on listed (${SINCE}, stream, kind, ${ASSET}) where waiting`,
  `listed_due on listed (kind, status, (data ->> 'endsAt')) where status = 'active'`,
  // Thousands of proofs may look alike, so what distinguishes them is read from the index alone.
  `listed_screenshot on listed (screenshot) include (stream, owner, created_at, symbol, amount)
     where screenshot is not null`,
  `listed_loan_applicant on listed ((data ->> 'applicantId')) where kind = 'loan'`,
  `listed_conversation on listed ((data ->> 'lastMessageAt'), stream) where kind = 'conversation'`,
  `listed_unread on listed (unread) where kind = 'conversation' and waiting`,
  `listed_kyc_submission on listed ((data ->> 'submissionId')) where kind = 'kyc'`,
  `listed_kyc_status on listed (status, ${MOMENT}, stream) where kind = 'kyc'`,
  `listed_kyc on listed (${MOMENT}, stream) where kind = 'kyc'`,
  `listed_users on listed (status) where kind = 'user'`,
  `listed_staff on listed (stream) where kind = 'user' and data ->> 'role' <> 'user'`,
]
