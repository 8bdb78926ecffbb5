import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { ANALYTICS_PERIODS } from '#shared/rules/analytics.ts'

const REVIEWED = ['deposit', 'withdrawal', 'kyc', 'loan', 'spot-order']

/**
 * Everything that staff can list or search, and the surrounding pages: paths by name. A name in
 * braces is replaced with a sample, a different one each time.
 */
export const PROBES: Readonly<Record<string, string>> = {
  ...lists('users', '/api/admin/users', {
    newest: 'sort=newest',
    'by name': 'sort=name',
    'by last sign-in': 'sort=last_sign_in',
    'newest, deep page': 'sort=newest&before={user}',
    'by name, deep page': 'sort=name&before={user}',
    'by last sign-in, deep page': 'sort=last_sign_in&before={user}',
    'search, everyone found': 'search=demo+user',
    'search, everyone found, by name': 'search=example.com&sort=name',
    'search, a few found': 'search=user-{number}',
    'search, one found': 'search={user}',
    'search, two letters': 'search=xq',
    'search, nobody found': 'search=nobody-{number}',
  }),
  'one user': '/api/admin/users/{user}',
  "a user's activity": '/api/activity/{user}',
  "a user's balances at a moment": '/api/balances/{user}?at={month start}',
  ...lists("a user's history of", '/api/admin/user-history/{user}', {
    orders: 'list=orders',
    futures: 'list=futures',
    transactions: 'list=transactions',
  }),
  ...requests('deposit requests', '/admin/deposit-requests', 'deposit'),
  ...requests('withdraw requests', '/admin/withdraw-requests', 'withdrawal'),
  ...requests('verifications', '/admin/kyc-requests', 'kyc'),
  ...lists('loans', '/admin/loan-applications', {
    newest: '',
    'deep page': 'before={loan}',
    'search, everyone found': 'search=demo',
    'search by purpose': 'search=house+repair',
    'search by status': 'search=pending',
    'search, nobody found': 'search=nobody-{number}',
  }),
  'loans counted': '/admin/loan-applications/counts',
  'one loan': '/admin/loan-applications/{loan}',
  'one verification': '/admin/kyc-requests/{kyc approved}',
  'pending orders': '/api/admin/pending-orders',
  'all orders': '/api/admin/all-orders',
  'all orders, deep page': '/api/admin/all-orders?before={spot-order}',
  futures: '/api/admin/future-trades',
  'futures, deep page': '/api/admin/future-trades?before={futures}',
  ...lists('conversations', '/api/admin/support/conversations', {
    latest: '',
    'deep page': 'before={conversation}',
    unread: 'filter=unread',
    unanswered: 'filter=unanswered',
    closed: 'filter=closed',
    'search, everyone found': 'search=demo',
    'search in messages': 'search=how+long',
    'search, nobody found': 'search=nobody-{number}',
  }),
  'one conversation': '/api/admin/support/conversations/{conversation}',
  'support figures': '/api/admin/support/stats',
  ...lists('reviews', '/api/admin/reviews', {
    oldest: '',
    newest: 'order=newest',
    ...Object.fromEntries(REVIEWED.map((kind) => [`of kind ${kind}`, `kind=${kind}`])),
    'of one asset': 'asset=ETH',
    'older than a day': 'hours=24',
    'claimed by me': 'claim=mine',
    'claimed by nobody': 'claim=nobody',
    'approved once': 'approvals=one',
    'search, everyone found': 'search=demo',
    'search, nobody found': 'search=nobody-{number}',
  }),
  'what waits': '/api/admin/reviews/waiting',
  "a user's cases": '/api/admin/reviews/of-user/{user}',
  "a user's cases of one kind": '/api/admin/reviews/of-user/{user}?kind=deposit',
  ...lists('staff search', '/api/admin/search', {
    'for everyone': 'q=demo+user',
    'for an email': 'q=user-{number}@example.com',
    'for two letters': 'q=xq',
    'for a user id': 'q={user}',
    'for a case': 'q=withdrawal-{withdrawal}',
    'for the id of a case': 'q={deposit approved}',
    'for an address of all': `q=${DEMO_WALLET.address}`,
    'for an address of none': 'q=bc1qnobody{number}',
    'for a position': 'q=%23{position}',
    'for nothing': 'q=nobody-{number}',
  }),
  ...Object.fromEntries(
    REVIEWED.map((kind) => [`a case: ${kind}`, `/api/admin/reviews/${kind}/{case ${kind}}`]),
  ),
  ...lists('audit', '/api/admin/audit', {
    'acts of staff': '',
    'all acts': 'acts=all',
    'all acts, deep page': 'acts=all&before={position}',
    'by actor': 'actor={staff}',
    'on one user': 'acts=all&user={user}',
    'of one area': 'area=withdrawals',
    'of one type': 'type=DepositRejected',
    'of a rare type': 'acts=all&type=RoleGranted',
    'of one month': 'from={month start}&to={month end}',
    'all acts of one month': 'acts=all&from={month start}&to={month end}',
  }),
  'audit filters': '/api/admin/audit/filters',
  'one audited event': '/api/admin/audit/events/{position}',
  ...lists(
    'analytics',
    '/api/admin/analytics',
    Object.fromEntries(ANALYTICS_PERIODS.map((period) => [period, `period=${period}`])),
  ),
  'dashboard figures': '/api/admin/stats',
  reconciliation: '/api/admin/reconciliation',
  'reconciliation alarm': '/api/admin/reconciliation/alarm',
  'statements of liabilities': '/api/admin/liabilities',
  'message of a reserve': '/api/admin/reserves/message?address={user}',
  'deposit addresses': '/api/admin/deposit-addresses',
  'history of a deposit address': '/api/admin/deposit-addresses/USDT/history',
  'adjustments that wait': '/admin/user-management/adjustments',
  'weight of an adjustment': '/admin/user-management/adjustments/{user}/approval',
}

/** The same list with several queries, by name. */
function lists(what: string, path: string, queries: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [
      `${what} ${name}`,
      query === '' ? path : `${path}?${query}`,
    ]),
  )
}

function requests(what: string, path: string, kind: string) {
  const queries = ['pending', 'approved', 'rejected'].flatMap((status) => [
    [status, `status=${status}`],
    [`${status}, deep page`, `status=${status}&before={${kind} ${status}}`],
  ])
  return {
    ...lists(what, path, Object.fromEntries(queries)),
    [`${what} counted`]: `${path}/counts`,
  }
}
