/**
 * Which modules come in one file. A cold start pays for each file on its way through the service
 * worker, and a first visit for each byte before the first picture.
 */
export const CHUNKS = [
  {
    // What every start runs first: what draws, and the reading of what this device keeps.
    name: 'start',
    priority: 5,
    test: matching(
      'rolldown.runtime',
      'vite/preload-helper',
      'node_modules/(react|react-dom|scheduler|zustand)/',
      'pwa/main\\.',
      'pwa/stores/(install|session)\\.',
      'pwa/data/(read-kept|remembered-user|start)\\.',
    ),
  },
  {
    // What every start runs next, before its first picture.
    name: 'frame',
    priority: 4,
    test: matching(
      'node_modules/(react-router|react-router-dom)/',
      'node_modules/(cookie|set-cookie-parser)/',
      'pwa/(screens|app|routes|lazy-page)\\.',
      'pwa/stores/(connection|outbox)\\.',
      'pwa/data/(api-error|api-request|reachability|server-clock)\\.',
      'pwa/hooks/use-(connection|fallback-polling|outbox|session)\\.',
      'pwa/components/if-may\\.',
      'pwa/hooks/use-address\\.',
      'pwa/shell/(?!afterwards|price-origin|theme-control|toasts|update|use-price|use-update)',
      'shared/operator\\.',
    ),
  },
  {
    // Small and used everywhere; the chart stays a file of its own.
    name: 'ui',
    priority: 3,
    minShareCount: 2,
    test: matching(
      'pwa/ui/(?!charts/(candle-canvas|chart-colours|chart-frame|expiry-line))',
      'node_modules/lucide-react/',
      'shared/(format|money|time)\\.',
    ),
  },
  {
    // What each page asks the server with.
    name: 'asking',
    priority: 2,
    minShareCount: 2,
    test: matching(
      'node_modules/zod/',
      'pwa/data/(access-token|api-client|session|tabs)\\.',
      'shared/contract/(auth|fields)\\.',
      'shared/rules/(identity|passwords)\\.',
    ),
  },
  {
    // What each page of a signed-in person shows answers with.
    name: 'answers',
    priority: 2,
    minShareCount: 2,
    test: matching(
      'node_modules/@tanstack/',
      'pwa/data/(price-freshness|queries|shown-answers|use-query-for)\\.',
      'pwa/hooks/use-prices\\.',
      'shared/(assets|contract/prices|rules/market|rules/prices)\\.',
    ),
  },
]

function matching(...paths: readonly string[]): RegExp {
  return new RegExp(paths.join('|'))
}
