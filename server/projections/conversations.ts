import { type DocumentRow, type Listed, listed, type Queryable } from './documents.ts'
import { foundInTwoSteps, LOOKED_THROUGH, patternOf } from './text-search.ts'

const KIND = 'conversation'

/** A message as its event and its words tell it; the words are empty once the person is erased. */
export interface ConversationMessage {
  readonly id: string
  readonly from: 'user' | 'admin'
  readonly number: number
  readonly sideNumber: number
  readonly picture: string | null
  readonly text: string
  readonly sentAt: string
  readonly readAt: string | null
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
}

// A conversation's version is at least its number of messages, so the index of streams bounds what
// is read. Each message was read with the first reading that reached it.
const MESSAGES = (order: 'asc' | 'desc') => `
  select e.type, e.data, t.text,
         (select r.data ->> 'readAt' from event r
          where r.stream = e.stream
            and r.type = case e.type when 'UserMessageSent' then 'UserMessagesRead'
                                     else 'SupportMessagesRead' end
            and (r.data ->> 'upTo')::int >= (e.data ->> 'sideNumber')::int
          order by r.version limit 1) as read_at
  from event e
  left join support_message t on t.id = (e.data ->> 'messageId')::uuid
  where e.stream = $1 and e.type in ('UserMessageSent', 'SupportMessageSent')
    and ($2::int is null or (e.data ->> 'number')::int > $2)
    and ($3::int is null or (e.data ->> 'number')::int < $3)
  order by e.version ${order} limit $4`

const FORWARD = MESSAGES('asc')
const BACKWARD = MESSAGES('desc')

/** One page of a conversation, the oldest message first. */
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

/** The message with this id; undefined where no event of the user's conversation names it. */
export async function findMessage(
  db: Queryable,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<Pick<ConversationMessage, 'from' | 'sideNumber'> | undefined> {
  const { rows } = await db.query<Pick<MessageRow, 'type' | 'data'>>({
    name: 'one message',
    text: `select type, data from event where stream = $1 and data ->> 'messageId' = $2`,
    values: [`${KIND}-${userId}`, id],
  })
  const [row] = rows
  return row && { from: sideOf(row.type), sideNumber: row.data.sideNumber }
}

function messageOf({ type, data, text, read_at: readAt }: MessageRow): ConversationMessage {
  const { messageId: id, number, sideNumber, picture, sentAt } = data
  return { id, from: sideOf(type), number, sideNumber, picture, text: text ?? '', sentAt, readAt }
}

function sideOf(type: string): 'user' | 'admin' {
  return type === 'UserMessageSent' ? 'user' : 'admin'
}

export interface ConversationItem<S> extends Listed<S> {
  readonly person: { readonly email: string; readonly fullName: string; readonly displayId: string }
  /** The whole first message. */
  readonly firstMessage: string
}

interface ConversationRow<S> extends DocumentRow<S> {
  readonly email: string
  readonly full_name: string
  readonly display_id: string
  readonly first_message: string
}

const SELECT = `
  select d.stream, d.data, coalesce(p.email, '') as email, coalesce(p.full_name, '') as full_name,
         coalesce(p.display_id, '') as display_id, coalesce(t.text, '') as first_message
  from document d
  left join person p on p.user_no = d.owner
  left join support_message t on t.id = (d.data ->> 'firstMessage')::uuid
  where d.kind = '${KIND}'`

// $1 the length of a page, $2 the last stream of the page before, $3 a status.
const WANTED = ({ status, unreadOnly, before }: ConversationQuery) => `d.kind = '${KIND}'
  and ${status ? 'd.status = $3' : '$3::text is null'}
  ${unreadOnly ? 'and d.waiting' : ''}
  and ${
    before === undefined
      ? '$2::text is null'
      : `(d.data ->> 'lastMessageAt', d.stream) <
         (select last.data ->> 'lastMessageAt', last.stream from document last
          where last.stream = $2)`
  }`
const LATEST = `order by d.data ->> 'lastMessageAt' desc, d.stream desc`

const LIST = (query: ConversationQuery) => `${SELECT} and ${WANTED(query)} ${LATEST} limit $1`

// $4 the pattern.
const AMONG_LATEST = (query: ConversationQuery) => `${SELECT}
  and d.stream = any (array(
    select d.stream from document d where ${WANTED(query)} ${LATEST} limit ${LOOKED_THROUGH}))
  and (p.search_text like $4 or lower(t.text) like $4)
  ${LATEST} limit $1`

const BY_INDEX = (query: ConversationQuery) => `${SELECT}
  and d.stream = any (array(
    (select d.stream from document d
     where ${WANTED(query)} and d.owner = any (array(
       select p.user_no from person p where p.search_text like $4))
     ${LATEST} limit $1)
    union
    (select d.stream from document d
     join support_message m on m.id = (d.data ->> 'firstMessage')::uuid
     where ${WANTED(query)} and d.stream = any (array(
       select '${KIND}-' || m.user_id from support_message m where lower(m.text) like $4))
       and lower(m.text) like $4
     ${LATEST} limit $1)))
  ${LATEST} limit $1`

export interface ConversationQuery {
  readonly search?: string | undefined
  readonly status?: 'open' | 'closed' | undefined
  /** Only those with messages that no member of staff has read. */
  readonly unreadOnly?: boolean
  readonly limit: number
  /** The id of the last one of the page before. */
  readonly before?: string | undefined
}

/** Conversations of everybody, the one with the latest message first. */
export async function listConversations<S>(
  db: Queryable,
  query: ConversationQuery,
): Promise<ConversationItem<S>[]> {
  const { search, status, limit, before } = query
  const wanted = [limit, before === undefined ? null : `${KIND}-${before}`, status ?? null]
  // Without a name: a plan is made for what is searched, which may be rare or common.
  const ask = async (text: string, ...more: unknown[]) =>
    (await db.query<ConversationRow<S>>(text, [...wanted, ...more])).rows
  const rows = search
    ? await foundInTwoSteps(
        limit,
        () => ask(AMONG_LATEST(query), patternOf(search)),
        () => ask(BY_INDEX(query), patternOf(search)),
      )
    : await ask(LIST(query))
  return rows.map(itemOf)
}

/** The conversation of one user. */
export async function findConversation<S>(
  db: Queryable,
  userId: string,
): Promise<ConversationItem<S> | undefined> {
  const { rows } = await db.query<ConversationRow<S>>({
    name: 'one conversation',
    text: `${SELECT} and d.stream = $1`,
    values: [`${KIND}-${userId}`],
  })
  return rows[0] && itemOf(rows[0])
}

function itemOf<S>(row: ConversationRow<S>): ConversationItem<S> {
  const { email, full_name: fullName, display_id: displayId, first_message: firstMessage } = row
  return { ...listed(KIND, row), person: { email, fullName, displayId }, firstMessage }
}

export interface ConversationCounts {
  readonly total: number
  readonly open: number
  /** Messages of users that no member of staff has read. */
  readonly unread: number
}

export async function countConversations(db: Queryable): Promise<ConversationCounts> {
  const { rows } = await db.query<ConversationCounts>({
    name: 'count conversations',
    text: `
      select count(*)::int as total, count(*) filter (where status = 'open')::int as open,
             (select coalesce(sum(unread), 0) from document
              where kind = '${KIND}' and waiting)::int as unread
      from document where kind = '${KIND}'`,
  })
  return rows[0] as ConversationCounts
}
