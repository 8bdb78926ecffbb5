import { type Expression, type RawBuilder, sql } from 'kysely'
import { nameSql } from '#server/facts/person-sql.ts'
import { sideOf } from '#server/facts/support-messages.ts'
import {
  type DocumentRow,
  type Listed,
  listed,
  type Queryable,
} from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import type { UserNames } from '#shared/contract/fields.ts'
import { isAmong, PERSON_NAMES, rowsOf, type StreamTable, selectStreams } from './query-builder.ts'
import { foundInTwoSteps, LOOKED_THROUGH, patternOf } from './text-search.ts'

const KIND = 'conversation'

/** A message from its event and its text; the text is empty once the person is erased. */
export interface ConversationMessage {
  readonly id: string
  readonly from: 'user' | 'admin'
  readonly number: number
  readonly sideNumber: number
  readonly picture: string | null
  readonly text: string
  readonly sentAt: string
  readonly readAt: string | null
  /** The member of staff who wrote a reply; null for messages of users. */
  readonly writer: string | null
}

export interface MessagePage {
  readonly userId: string
  readonly after?: number | undefined
  readonly before?: number | undefined
  readonly limit: number
}

interface MessageRow {
  readonly type: string
  readonly data: {
    readonly messageId: string
    readonly number: number
    readonly sideNumber: number
    readonly picture: string | null
    readonly sentAt: string
  }
  readonly text: string | null
  readonly read_at: string | null
  readonly writer: string | null
}

// A conversation's version is at least its number of messages, so the index of streams limits what
// is scanned. Each message counts as read at the first reading that reached it.
const MESSAGES = (order: 'asc' | 'desc') => `
  select e.type, e.data, t.text, ${nameSql('w')} as writer,
         (select r.data ->> 'readAt' from event r
          where r.stream = e.stream
            and r.type = case e.type when 'UserMessageSent' then 'UserMessagesRead'
                                     else 'SupportMessagesRead' end
            and (r.data ->> 'upTo')::int >= (e.data ->> 'sideNumber')::int
          order by r.version limit 1) as read_at
  from event e
  left join support_message t on t.id = (e.data ->> 'messageId')::uuid
  left join person w on w.user_id =
    case e.type when 'SupportMessageSent' then (e.metadata -> 'actor' ->> 'id')::uuid end
  where e.stream = $1 and e.type in ('UserMessageSent', 'SupportMessageSent')
    and ($2::int is null or (e.data ->> 'number')::int > $2)
    and ($3::int is null or (e.data ->> 'number')::int < $3)
  order by e.version ${order} limit $4`

const FORWARD = MESSAGES('asc')
const BACKWARD = MESSAGES('desc')

/** One page of a conversation, oldest message first. */
export async function listMessages(
  db: Queryable,
  { userId, after, before, limit }: MessagePage,
): Promise<ConversationMessage[]> {
  const isForward = after !== undefined
  const { rows } = await db.query<MessageRow>({
    name: isForward ? 'messages onwards' : 'messages backwards',
    text: isForward ? FORWARD : BACKWARD,
    values: [`${KIND}-${userId}`, after ?? null, before ?? null, limit],
  })
  const page = rows.map(messageOf)
  return isForward ? page : page.reverse()
}

function messageOf({ type, data, text, writer, ...row }: MessageRow): ConversationMessage {
  const { messageId: id, number, sideNumber, picture, sentAt } = data
  const from = sideOf(type)
  const readAt = row.read_at
  return { id, from, number, sideNumber, picture, text: text ?? '', sentAt, readAt, writer }
}

export interface ConversationItem<S> extends Listed<S> {
  readonly user: UserNames
  /** The complete first message. */
  readonly firstMessage: string
}

type ConversationRow<S> = DocumentRow<S> & UserNames & Pick<ConversationItem<S>, 'firstMessage'>

const OF_KIND = sql<boolean>`d.kind = ${sql.lit(KIND)}`
const LATEST_AT = sql<string>`d.data ->> 'lastMessageAt'`

function selectConversations(table: StreamTable) {
  return selectStreams(table)
    .leftJoin('person as p', 'p.user_no', 'd.owner')
    .leftJoin('support_message as t', (on) =>
      on.on(sql<boolean>`t.id = (d.data ->> 'firstMessage')::uuid`),
    )
    .select([
      'd.stream',
      'd.data',
      ...PERSON_NAMES,
      sql<string>`coalesce(t.text, '')`.as('firstMessage'),
    ])
    .where(OF_KIND)
}

type Conversations = ReturnType<typeof selectConversations>

export interface ConversationQuery {
  readonly search?: string | undefined
  readonly status?: 'open' | 'closed' | undefined
  /** unread: with messages that no member of staff has read; unanswered: the user waits. */
  readonly only?: 'unread' | 'unanswered' | undefined
  readonly limit: number
  /** The id of the last item of the previous page. */
  readonly before?: string | undefined
}

/** Conversations of all users, those with the latest message first. */
export async function listConversations<S>(
  db: Queryable,
  query: ConversationQuery,
): Promise<readonly ConversationItem<S>[]> {
  const { search, limit } = query
  const lists = await levelled(db)
  const page = (from: Conversations) =>
    readConversations<S>(
      lists,
      from.orderBy(LATEST_AT, 'desc').orderBy('d.stream', 'desc').limit(limit),
    )
  if (!search) return page(selectConversations('listed').where(wanted(query)))
  return foundInTwoSteps(
    limit,
    () => page(foundAmong(streamsOf(query).limit(LOOKED_THROUGH), search)),
    () => page(selectConversations('listed').where(isAmong(foundByIndex(query, search)))),
  )
}

// The condition of the index listed_unanswered.
const UNANSWERED = `d.kind = '${KIND}' and d.status = 'open' and d.data ->> 'lastSender' = 'user'`

function wanted({ status, only, before }: ConversationQuery): RawBuilder<boolean> {
  const conditions = [OF_KIND]
  if (status) conditions.push(sql`d.status = ${status}`)
  if (only === 'unread') conditions.push(sql`d.waiting`)
  if (only === 'unanswered') conditions.push(sql.raw(UNANSWERED))
  if (before !== undefined) {
    conditions.push(sql`(${LATEST_AT}, d.stream) <
      (select last.data ->> 'lastMessageAt', last.stream from listed last
       where last.stream = ${`${KIND}-${before}`})`)
  }
  return sql`${sql.join(conditions, sql` and `)}`
}

function streamsOf(query: ConversationQuery) {
  return selectStreams('listed')
    .select('d.stream')
    .where(wanted(query))
    .orderBy(LATEST_AT, 'desc')
    .orderBy('d.stream', 'desc')
}

function foundAmong(streams: Expression<unknown>, search: string): Conversations {
  const pattern = patternOf(search)
  return selectConversations('listed')
    .where(isAmong(streams))
    .where(sql<boolean>`(p.search_text like ${pattern} or lower(t.text) like ${pattern})`)
}

function foundByIndex(query: ConversationQuery, search: string): Expression<unknown> {
  const pattern = patternOf(search)
  const byPerson = streamsOf(query).where(
    sql<boolean>`d.owner = any (array(
      select p.user_no from person p where p.search_text like ${pattern}))`,
  )
  const byMessage = streamsOf(query)
    .innerJoin('support_message as m', (on) =>
      on.on(sql<boolean>`m.id = (d.data ->> 'firstMessage')::uuid`),
    )
    .where(
      sql<boolean>`d.stream = any (array(
        select ${sql.lit(`${KIND}-`)} || m.user_id
        from support_message m where lower(m.text) like ${pattern}))`,
    )
    .where(sql<boolean>`lower(m.text) like ${pattern}`)
  return sql`${byPerson.limit(query.limit)} union ${byMessage.limit(query.limit)}`
}

/** The conversation of one user. */
export async function findConversation<S>(
  db: Queryable,
  userId: string,
): Promise<ConversationItem<S> | undefined> {
  const one = selectConversations('document').where('d.stream', '=', `${KIND}-${userId}`)
  return (await readConversations<S>(db, one))[0]
}

async function readConversations<S>(
  db: Queryable,
  query: Conversations,
): Promise<ConversationItem<S>[]> {
  const rows = await rowsOf(db, query.compile())
  return rows.map((row) => itemOf(row as ConversationRow<S>))
}

function itemOf<S>(row: ConversationRow<S>): ConversationItem<S> {
  const { email, full_name, display_id, firstMessage } = row
  return { ...listed(KIND, row), user: { email, full_name, display_id }, firstMessage }
}

export interface ConversationCounts {
  readonly total: number
  readonly open: number
  /** Messages of users that no member of staff has read. */
  readonly unread: number
  /** Conversations with such messages. */
  readonly unreadConversations: number
  /** When the longest-waiting message was sent. */
  readonly oldestUnreadAt: string | null
  /** Open conversations whose last message is the user's. */
  readonly unansweredConversations: number
  /** Since when the first of their users has waited. */
  readonly oldestUnansweredAt: string | null
}

// The first unread message follows the messages that staff have read; if it is the last message,
// the conversation has its time. It is searched for from the end, because a stream may be long.
const UNREAD = `
  select count(*)::int as "unreadConversations", coalesce(sum(d.unread), 0)::int as unread,
         min(case when d.unread = 1 and d.data ->> 'lastSender' = 'user'
             then d.data ->> 'lastMessageAt'
             else (select first.data ->> 'sentAt' from event first
                   where first.stream = d.stream and first.type = 'UserMessageSent'
                     and (first.data ->> 'sideNumber')::int = (d.data #>> '{read,user}')::int + 1
                   order by first.version desc limit 1)
             end) as "oldestUnreadAt"
  from listed d
  where d.kind = '${KIND}' and d.waiting`

// Until a document of the earlier shape is folded again, the time of its last message is shown.
const WAITING_FOR_ANSWER = `
  select count(*)::int as "unansweredConversations",
         min(coalesce(d.data ->> 'waitsSince', d.data ->> 'lastMessageAt')) as "oldestUnansweredAt"
  from listed d where ${UNANSWERED}`

/** How many conversations wait for an answer. */
export async function countUnanswered(db: Queryable): Promise<number> {
  const lists = await levelled(db)
  const { rows } = await lists.query<{ count: number }>({
    name: 'count unanswered conversations',
    text: `select count(*)::int as count from listed d where ${UNANSWERED}`,
  })
  return rows[0]?.count ?? 0
}

export async function countConversations(db: Queryable): Promise<ConversationCounts> {
  const lists = await levelled(db)
  const { rows } = await lists.query<ConversationCounts>({
    name: 'count conversations',
    text: `
      select known.*, unread.*, unanswered.*
      from (select count(*)::int as total, count(*) filter (where status = 'open')::int as open
            from listed where kind = '${KIND}') as known,
           (${UNREAD}) as unread, (${WAITING_FOR_ANSWER}) as unanswered`,
  })
  return rows[0] as ConversationCounts
}
