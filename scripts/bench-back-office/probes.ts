import { ANALYTICS_PERIODS } from '#shared/rules/analytics.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import type { Samples } from './samples.ts'

/** A list or search of staff; the input varies a little each time. */
export interface Probe {
  readonly name: string
  readonly path: (turn: number) => string
}

type Query = Readonly<Record<string, string | number | undefined>>

/** Everything that staff can list or search, and the pages around it. */
export function probesOf(samples: Samples, nowMs: number): Probe[] {
  return [
    ...userProbes(samples),
    ...requestProbes(samples),
    ...tradeProbes(samples),
    ...deskProbes(samples),
    ...auditProbes(samples, nowMs),
    ...otherProbes(),
  ]
}

function userProbes({ users }: Samples): Probe[] {
  const list = (name: string, query: (turn: number) => Query) =>
    probe(`users ${name}`, '/api/admin/users', query)
  const user = (turn: number) => pick(users, turn)
  return [
    list('newest', () => ({ sort: 'newest' })),
    list('by name', () => ({ sort: 'name' })),
    list('by last sign-in', () => ({ sort: 'last_sign_in' })),
    list('newest, deep page', (turn) => ({ sort: 'newest', before: user(turn) })),
    list('by name, deep page', (turn) => ({ sort: 'name', before: user(turn) })),
    list('by last sign-in, deep page', (turn) => ({ sort: 'last_sign_in', before: user(turn) })),
    list('search, everybody found', () => ({ search: 'demo user' })),
    list('search, everybody found, by name', () => ({ search: 'example.com', sort: 'name' })),
    list('search, a few found', (turn) => ({ search: `user-${1_000 + turn}` })),
    list('search, one found', (turn) => ({ search: user(turn) })),
    list('search, two letters', () => ({ search: 'xq' })),
    list('search, nobody found', (turn) => ({ search: `nobody-${turn}` })),
    { name: 'one user', path: (turn) => `/api/admin/users/${user(turn)}` },
    { name: "a user's activity", path: (turn) => `/api/activity/${user(turn)}` },
    ...(['orders', 'futures', 'transactions'] as const).map((list) =>
      probe(
        `a user's history of ${list}`,
        (turn) => `/api/admin/user-history/${user(turn)}`,
        () => ({ list }),
      ),
    ),
  ]
}

const STATUSES = ['pending', 'approved', 'rejected'] as const

function requestProbes({ deep }: Samples): Probe[] {
  const desks = [
    ['deposit', 'deposit requests', '/admin/deposit-requests'],
    ['withdrawal', 'withdraw requests', '/admin/withdraw-requests'],
    ['kyc', 'verifications', '/admin/kyc-requests'],
  ] as const
  const loans = (name: string, query: (turn: number) => Query) =>
    probe(`loans ${name}`, '/admin/loan-applications', query)
  return [
    ...desks.flatMap(([kind, name, path]) => [
      ...STATUSES.flatMap((status) => [
        probe(`${name} ${status}`, path, () => ({ status })),
        probe(`${name} ${status}, deep page`, path, (turn) => ({
          ...{ status, before: pick(deep(kind, status), turn) },
        })),
      ]),
      probe(`${name} counted`, `${path}/counts`),
    ]),
    loans('newest', () => ({})),
    loans('deep page', (turn) => ({ before: pick(deep('loan'), turn) })),
    loans('search, everybody found', () => ({ search: 'demo' })),
    loans('search by purpose', () => ({ search: 'house repair' })),
    loans('search by status', () => ({ search: 'pending' })),
    loans('search, nobody found', (turn) => ({ search: `nobody-${turn}` })),
    probe('loans counted', '/admin/loan-applications/counts'),
    { name: 'one loan', path: (turn) => `/admin/loan-applications/${pick(deep('loan'), turn)}` },
    {
      name: 'one verification',
      path: (turn) => `/admin/kyc-requests/${pick(deep('kyc', 'approved'), turn)}`,
    },
  ]
}

function tradeProbes({ deep }: Samples): Probe[] {
  const talks = (name: string, query: (turn: number) => Query) =>
    probe(`conversations ${name}`, '/api/admin/support/conversations', query)
  return [
    probe('pending orders', '/api/admin/pending-orders'),
    probe('all orders', '/api/admin/all-orders'),
    probe('all orders, deep page', '/api/admin/all-orders', (turn) => ({
      before: pick(deep('spot-order'), turn),
    })),
    probe('futures', '/api/admin/future-trades'),
    probe('futures, deep page', '/api/admin/future-trades', (turn) => ({
      before: pick(deep('futures'), turn),
    })),
    talks('latest', () => ({})),
    talks('deep page', (turn) => ({ before: pick(deep('conversation'), turn) })),
    talks('unread', () => ({ filter: 'unread' })),
    talks('closed', () => ({ filter: 'closed' })),
    talks('search, everybody found', () => ({ search: 'demo' })),
    talks('search in messages', () => ({ search: 'how long' })),
    talks('search, nobody found', (turn) => ({ search: `nobody-${turn}` })),
    {
      name: 'one conversation',
      path: (turn) => `/api/admin/support/conversations/${pick(deep('conversation'), turn)}`,
    },
    probe('support figures', '/api/admin/support/stats'),
  ]
}

function deskProbes({ cases }: Samples): Probe[] {
  const inbox = (name: string, query: (turn: number) => Query) =>
    probe(`reviews ${name}`, '/api/admin/reviews', query)
  const kinds = [...new Set(cases.map(({ kind }) => kind))]
  return [
    inbox('oldest', () => ({})),
    inbox('newest', () => ({ order: 'newest' })),
    ...kinds.map((kind) => inbox(`of kind ${kind}`, () => ({ kind }))),
    inbox('of one asset', () => ({ asset: 'ETH' })),
    inbox('older than a day', () => ({ hours: 24 })),
    inbox('claimed by me', () => ({ claim: 'mine' })),
    inbox('claimed by nobody', () => ({ claim: 'nobody' })),
    inbox('approved once', () => ({ approvals: 'one' })),
    inbox('search, everybody found', () => ({ search: 'demo' })),
    inbox('search, nobody found', (turn) => ({ search: `nobody-${turn}` })),
    ...kinds.map((kind) => ({
      name: `a case: ${kind}`,
      path: (turn: number) => {
        const ids = cases.filter((one) => one.kind === kind).map(({ id }) => id)
        return `/api/admin/reviews/${kind}/${pick(ids, turn)}`
      },
    })),
  ]
}

function auditProbes({ users, staff, middlePosition }: Samples, nowMs: number): Probe[] {
  const audit = (name: string, query: (turn: number) => Query) =>
    probe(`audit ${name}`, '/api/admin/audit', query)
  const [from, to] = [instantOf(nowMs - 90 * DAY_MS), instantOf(nowMs - 60 * DAY_MS)]
  return [
    audit('acts of staff', () => ({})),
    audit('all acts', () => ({ acts: 'all' })),
    audit('all acts, deep page', () => ({ acts: 'all', before: middlePosition })),
    audit('by actor', () => ({ actor: staff })),
    audit('on one user', (turn) => ({ acts: 'all', user: pick(users, turn) })),
    audit('of one area', () => ({ area: 'withdrawals' })),
    audit('of one type', () => ({ type: 'DepositRejected' })),
    audit('of a rare type', () => ({ acts: 'all', type: 'RoleGranted' })),
    audit('of one month', () => ({ from, to })),
    audit('all acts of one month', () => ({ acts: 'all', from, to })),
    probe('audit filters', '/api/admin/audit/filters'),
    { name: 'one audited event', path: () => `/api/admin/audit/events/${middlePosition}` },
  ]
}

function otherProbes(): Probe[] {
  return [
    ...ANALYTICS_PERIODS.map((period) =>
      probe(`analytics ${period}`, '/api/admin/analytics', () => ({ period })),
    ),
    probe('dashboard figures', '/api/admin/stats'),
    probe('reconciliation', '/api/admin/reconciliation'),
    probe('reconciliation alarm', '/api/admin/reconciliation/alarm'),
    probe('deposit addresses', '/api/admin/deposit-addresses'),
    probe('history of a deposit address', '/api/admin/deposit-addresses/USDT/history'),
    probe('adjustments that wait', '/admin/user-management/adjustments'),
  ]
}

function probe(
  name: string,
  path: string | ((turn: number) => string),
  query: (turn: number) => Query = () => ({}),
): Probe {
  const pathOf = typeof path === 'string' ? () => path : path
  return {
    name,
    path: (turn) => {
      const given = Object.entries(query(turn)).flatMap(([field, value]) =>
        value === undefined ? [] : [[field, String(value)]],
      )
      const text = new URLSearchParams(given).toString()
      return text === '' ? pathOf(turn) : `${pathOf(turn)}?${text}`
    },
  }
}

function pick(ids: readonly string[], turn: number): string {
  return ids[turn % ids.length] ?? ''
}
