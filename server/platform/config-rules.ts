import { createECDH } from 'node:crypto'
import { type Environment, GENERATED_PRICES, MARKETS } from '#server/platform/environment.ts'
import { isOpenHttp, isOpenStore } from '#server/platform/open-http.ts'
import { StartupError } from '#server/platform/startup-error.ts'

const PAIRS = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
] as const

const PRODUCTION_NEEDS = [
  'PUBLIC_URL',
  'MASTER_KEY',
  'LOG_KEY',
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
] as const

/**
 * Refuses settings that contradict each other or that are not allowed in production.
 *
 * @throws StartupError with one line for each fault
 */
export function refuseContradictions(given: Environment, isProduction: boolean): void {
  const isGenerated = (GENERATED_PRICES as readonly string[]).includes(given.PRICE_SOURCE)
  const rules: [boolean, string][] = [
    [
      given.PRICE_SOURCE === 'replay' && !given.PRICE_REPLAY_FILE,
      'PRICE_REPLAY_FILE is not set: PRICE_SOURCE=replay needs a file of candles.',
    ],
    [
      isProduction && isGenerated && given.ALLOW_SIMULATED !== '1',
      `PRICE_SOURCE "${given.PRICE_SOURCE}" is not a real market: choose one of ` +
        `${MARKETS.join(', ')}, or set ALLOW_SIMULATED=1.`,
    ],
    ...PAIRS.map(([one, other]): [boolean, string] => [
      (given[one] === undefined) !== (given[other] === undefined),
      `${one} and ${other} belong together: set both or neither.`,
    ]),
    [
      given.DATABASE_OWNER_URL !== undefined && given.DATABASE_URL === undefined,
      'DATABASE_OWNER_URL is set without DATABASE_URL: name the role of the application there.',
    ],
    ...PRODUCTION_NEEDS.map((name): [boolean, string] => [
      isProduction && given[name] === undefined,
      `${name} is not set: production needs it, see .env.example.`,
    ]),
    [
      isProduction && given.SMTP_URL !== undefined && given.MAIL_FROM === undefined,
      'MAIL_FROM is not set: give the address that mails come from, such as no-reply@exchange.example.',
    ],
    [
      given.MASTER_KEY_PREVIOUS !== undefined && given.MASTER_KEY === undefined,
      'MASTER_KEY_PREVIOUS is set without MASTER_KEY: give the new key there.',
    ],
    [
      given.LOG_KEY_PREVIOUS !== undefined && given.LOG_KEY === undefined,
      'LOG_KEY_PREVIOUS is set without LOG_KEY: give the new key there.',
    ],
    ...(['MASTER_KEY', 'LOG_KEY', 'SIMULATED_SEED'] as const).map((name): [boolean, string] => [
      isProduction && isRepeatedByte(given[name]),
      `${name} repeats one byte, so it can be guessed: "npm run keys" prints a new one.`,
    ]),
    ...(['MASTER_KEY', 'LOG_KEY'] as const).map((name): [boolean, string] => [
      given[name] !== undefined && given[name] === given[`${name}_PREVIOUS`],
      `${name}_PREVIOUS is ${name} itself: give the key that it replaces, or none.`,
    ]),
    [
      given.VAPID_PRIVATE_KEY !== undefined &&
        !isPair(given.VAPID_PRIVATE_KEY, given.VAPID_PUBLIC_KEY),
      'VAPID_PUBLIC_KEY is not that of VAPID_PRIVATE_KEY: "npm run keys" prints a pair.',
    ],
    [
      isProduction && given.PUBLIC_URL !== undefined && isOpenHttp(given.PUBLIC_URL),
      'PUBLIC_URL is not encrypted: give its https: address. Only a loopback address may use http:.',
    ],
    ...(['UPLOADS_URL', 'BACKUP_DIR'] as const).map((name): [boolean, string] => [
      isProduction && given[name] !== undefined && isOpenStore(given[name]),
      `The endpoint of ${name} is not encrypted: give its https: address. Only a loopback address may use http:.`,
    ]),
  ]
  const broken = rules.flatMap(([isBroken, line]) => (isBroken ? line : []))
  if (broken.length > 0) throw new StartupError(broken.join('\n'))
}

function isRepeatedByte(base64: string | undefined): boolean {
  return base64 !== undefined && new Set(Buffer.from(base64, 'base64')).size === 1
}

/** Checks keys on the curve P-256, in base64url. A missing key is reported by another rule. */
function isPair(privateKey: string, publicKey: string | undefined): boolean {
  if (publicKey === undefined) return true
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
  } catch {
    return false
  }
  return pair.getPublicKey().equals(Buffer.from(publicKey, 'base64url'))
}
