import type { Environment } from '#server/platform/environment.ts'
import { StartupError } from '#server/platform/startup-error.ts'

const PAIRS = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
] as const

/**
 * Refuses settings that contradict each other, or that production must not run with.
 *
 * @throws StartupError with one line for each
 */
export function refuseContradictions(given: Environment, isProduction: boolean): void {
  const isGenerated = given.PRICE_SOURCE === 'simulated' || given.PRICE_SOURCE === 'replay'
  const rules: [boolean, string][] = [
    [
      given.PRICE_SOURCE === 'replay' && !given.PRICE_REPLAY_FILE,
      'PRICE_REPLAY_FILE is not set: PRICE_SOURCE=replay needs a file of candles.',
    ],
    [
      isProduction && isGenerated && given.ALLOW_SIMULATED !== '1',
      `PRICE_SOURCE "${given.PRICE_SOURCE}" is not a real market: choose binance, coinbase or ` +
        'coingecko, or set ALLOW_SIMULATED=1.',
    ],
    ...PAIRS.map(([one, other]): [boolean, string] => [
      (given[one] === undefined) !== (given[other] === undefined),
      `${one} and ${other} belong together: set both or neither.`,
    ]),
    [
      given.DATABASE_OWNER_URL !== undefined && given.DATABASE_URL === undefined,
      'DATABASE_OWNER_URL is set without DATABASE_URL: name the role of the application there.',
    ],
    ...(['PUBLIC_URL', 'MASTER_KEY', 'LOG_KEY', 'VAPID_PRIVATE_KEY'] as const).map(
      (name): [boolean, string] => [
        isProduction && given[name] === undefined,
        `${name} is not set: production needs it, see .env.example.`,
      ],
    ),
    [
      given.MASTER_KEY_PREVIOUS !== undefined && given.MASTER_KEY === undefined,
      'MASTER_KEY_PREVIOUS is set without MASTER_KEY: give the new key there.',
    ],
    [
      given.LOG_KEY_PREVIOUS !== undefined && given.LOG_KEY === undefined,
      'LOG_KEY_PREVIOUS is set without LOG_KEY: give the new key there.',
    ],
    [
      isProduction && given.MASTER_KEY !== undefined && isRepeatedByte(given.MASTER_KEY),
      'MASTER_KEY repeats one byte, so it can be guessed: "npm run keys" prints a new one.',
    ],
    [
      isProduction && given.PUBLIC_URL !== undefined && isOpenHttp(new URL(given.PUBLIC_URL)),
      'PUBLIC_URL is not encrypted: give its https: address. Only a loopback address may use http:.',
    ],
  ]
  const broken = rules.flatMap(([isBroken, line]) => (isBroken ? line : []))
  if (broken.length > 0) throw new StartupError(broken.join('\n'))
}

function isRepeatedByte(base64: string): boolean {
  return new Set(Buffer.from(base64, 'base64')).size === 1
}

function isOpenHttp({ protocol, hostname }: URL): boolean {
  const isLoopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'http:' && !isLoopback
}
