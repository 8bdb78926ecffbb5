import { existsSync } from 'node:fs'
import { z } from 'zod'
import { inputProblem } from '#server/platform/input-problem.ts'
import { isProxyAddress } from '#server/platform/proxy-address.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import {
  parsePlace,
  parseStoreAddress,
  type StoreAddress,
} from '#server/platform/stores/store-address.ts'
import { type Decimal, parseUnits, tryParsePositive, tryParseUnits } from '#shared/money.ts'
import { CONVERT_TERMS_DEFAULT } from '#shared/rules/conversions.ts'
import { FUTURES_LIMITS_DEFAULT } from '#shared/rules/futures.ts'
import { LOAN_OWED_MAX_USDT_DEFAULT } from '#shared/rules/loan-exposure.ts'
import { SECOND_APPROVAL_ABOVE_USD_DEFAULT } from '#shared/rules/second-approval.ts'
import { SPOT_ORDERS_WAITING_DEFAULT } from '#shared/rules/waiting-requests.ts'

/** Price sources that are not a market. */
export const GENERATED_PRICES = ['simulated', 'replay'] as const
export const MARKETS = ['binance', 'coinbase', 'coingecko'] as const

const wholeNumber = (from: number, to: number) =>
  z.coerce.number(`give a whole number from ${from} to ${to}`).int().min(from).max(to)

const oneOf = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, `give one of ${values.join(', ')}`)

const urlOf = (example: string, ...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `give an address such as ${example}`,
    )

const databaseUrl = urlOf('postgres://user:password@host:5432/name', 'postgres:', 'postgresql:')

const addressBy = (read: (text: string) => StoreAddress) =>
  z.string().transform((text, context) => {
    try {
      return read(text)
    } catch (error) {
      if (!(error instanceof StartupError)) throw error
      context.addIssue(error.message)
      return z.NEVER
    }
  })

const bytesOf = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => Buffer.from(text, 'base64').length === bytes,
      `give ${bytes} bytes in base64; "npm run keys" prints new ones`,
    )

/** A key in the format of web push: base64url without padding. */
const webPushKey = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      'give the key as "npm run keys" prints it',
    )

const isWithin = (from: Decimal, to: Decimal) => (text: string) => {
  const units = tryParseUnits(text)
  return units !== undefined && units >= parseUnits(from) && units <= parseUnits(to)
}

const amountAboveZero = (standard: Decimal) =>
  z
    .string()
    .refine(
      (text) => tryParsePositive(text) !== undefined,
      `give an amount above 0, such as ${standard}`,
    )
    .default(standard)

/** A limit that 0 turns off. */
const amountOrZero = (standard: Decimal) =>
  z
    .string()
    .refine(
      (text) => (tryParseUnits(text) ?? -1n) >= 0n,
      `give an amount such as ${standard}, or 0`,
    )
    .default(standard)

/** Values separated by commas. */
const listOf = (isOne: (value: string) => boolean, advice: string) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((value) => value.trim() || []))
    .refine((values) => values.every(isOne), advice)

export const ENVIRONMENT = z.object({
  NODE_ENV: oneOf('development', 'production', 'test').default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: urlOf('https://exchange.example', 'http:', 'https:').optional(),
  TRUST_PROXY: listOf(
    isProxyAddress,
    'give addresses or networks such as 10.0.0.5 or 172.16.0.0/12, separated by commas',
  ),
  DRAIN_SECONDS: wholeNumber(0, 60).default(0),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(16),
  // Prices, the presence of workers and each queue of jobs keep a connection: five in all.
  DATABASE_BACKGROUND_POOL_SIZE: wholeNumber(8, 200).default(12),
  DURABILITY: oneOf('local', 'standby').default('local'),
  DATA_DIR: z.string().default('.data'),
  UPLOADS_URL: addressBy(parseStoreAddress).optional(),
  PRICE_SOURCE: oneOf(...GENERATED_PRICES, ...MARKETS).default('simulated'),
  PRICE_REPLAY_FILE: z.string().refine(existsSync, 'give a file that exists').optional(),
  PRICE_REPLAY_SPEED: z.coerce.number('give a number above 0').positive().default(1),
  SIMULATED_SEED: bytesOf(32).optional(),
  FUTURES_STAKE_MAXIMUM_USDT: amountAboveZero(FUTURES_LIMITS_DEFAULT.stakeMaximum),
  FUTURES_USER_OPEN_MAXIMUM_USDT: amountAboveZero(FUTURES_LIMITS_DEFAULT.userOpenMaximum),
  FUTURES_SYMBOL_OWED_MAXIMUM_USDT: amountAboveZero(FUTURES_LIMITS_DEFAULT.symbolOwedMaximum),
  ALLOW_SIMULATED: oneOf('0', '1').default('0'),
  SMTP_URL: urlOf('smtp://user:password@host:587', 'smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'give an address such as Exchange <no-reply@exchange.example>',
    )
    .optional(),
  // Log-in ignores case too: see `email` in shared/contract/auth.ts.
  ADMIN_EMAIL: z.email('give an email address').toLowerCase().optional(),
  ADMIN_PASSWORD: z.string().min(12, 'give at least 12 characters').optional(),
  STAFF_SECOND_FACTOR: oneOf('optional', 'required').optional(),
  SECOND_APPROVAL_ABOVE_USD: amountOrZero(SECOND_APPROVAL_ABOVE_USD_DEFAULT),
  LOAN_OWED_MAX_USDT: amountOrZero(LOAN_OWED_MAX_USDT_DEFAULT),
  SPOT_ORDERS_WAITING_MAXIMUM: wholeNumber(0, 10_000).default(SPOT_ORDERS_WAITING_DEFAULT),
  CONVERT_SPREAD_PERCENT: z
    .string()
    .refine(isWithin('0', '10'), 'give a percentage from 0 to 10, such as 0.5')
    .default(CONVERT_TERMS_DEFAULT.spreadPercent),
  CONVERT_QUOTE_MAXIMUM_USDT: amountAboveZero(CONVERT_TERMS_DEFAULT.quoteMaximum),
  CONVERT_DAY_MAXIMUM_USDT: amountAboveZero(CONVERT_TERMS_DEFAULT.dayMaximum),
  API_DOCS: oneOf('0', '1').optional(),
  METRICS_TOKEN: z.string().min(16, 'give at least 16 characters').optional(),
  MASTER_KEY: bytesOf(32).optional(),
  MASTER_KEY_PREVIOUS: bytesOf(32).optional(),
  LOG_KEY: bytesOf(32).optional(),
  LOG_KEY_PREVIOUS: bytesOf(32).optional(),
  LOG_ORIGIN: z
    .string()
    .regex(/^[^\s+]{1,200}$/, 'give a name without spaces and plus, such as exchange.example/log')
    .optional(),
  LOG_PUBLIC: oneOf('0', '1').default('1'),
  LIABILITIES_KEPT: wholeNumber(1, 400).default(2),
  BACKUP_RECIPIENT: listOf(
    (key) => /^age1[a-z\d]+$/.test(key),
    'give public keys of age (age1…), separated by commas; "npm run keys" prints new ones',
  ),
  BACKUP_DIR: addressBy(parsePlace).optional(),
  BACKUP_DRILL_DATABASE_URL: databaseUrl.optional(),
  BACKUP_IDENTITY_FILE: z.string().refine(existsSync, 'give a file that exists').optional(),
  PUSH_HOSTS: listOf(
    (host) => /^(\*\.)?([a-z\d-]+\.)+[a-z]{2,}$/.test(host),
    'give host names such as push.example.com or *.example.com, separated by commas',
  ),
  VAPID_SUBJECT: urlOf('mailto:push@exchange.example', 'mailto:', 'https:').optional(),
  VAPID_PUBLIC_KEY: webPushKey(65).optional(),
  VAPID_PRIVATE_KEY: webPushKey(32).optional(),
})

/** The settings that a server may generate and keep in DATA_DIR. */
const GENERATED = ENVIRONMENT.pick({
  MASTER_KEY: true,
  LOG_KEY: true,
  VAPID_PUBLIC_KEY: true,
  VAPID_PRIVATE_KEY: true,
  SIMULATED_SEED: true,
})

export type Environment = z.output<typeof ENVIRONMENT>

/** The names of all settings, for the test that each is documented. */
export const SETTINGS = Object.keys(ENVIRONMENT.shape)

/** Values that must not be printed; others are, to help find the mistake. */
const SECRET = /PASSWORD|KEY|TOKEN|URL|SEED|RECIPIENT|BACKUP_DIR/

/** @throws StartupError with one line for each value that cannot be used */
export function parseEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Environment {
  // An empty value means "not set": compose files and CI pass missing values like that.
  const filled = Object.entries(environment).filter(([, value]) => value !== '')
  return parsedBy(ENVIRONMENT, Object.fromEntries(filled))
}

/** @throws StartupError with one line for each value that cannot be used */
export function parseGenerated(values: Readonly<Record<string, unknown>>) {
  return parsedBy(GENERATED, values)
}

function parsedBy<T extends z.ZodType>(
  settings: T,
  values: Readonly<Record<string, unknown>>,
): z.output<T> {
  const result = settings.safeParse(values, { error: inputProblem })
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? 'it')
    const value = SECRET.test(name) ? '' : ` "${values[name]}"`
    return `${name}${value} cannot be used: ${issue.message}.`
  })
  throw new StartupError([...new Set(lines)].join('\n'))
}
