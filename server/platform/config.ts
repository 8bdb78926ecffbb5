import { resolve } from 'node:path'
import { refuseContradictions } from '#server/platform/config-rules.ts'
import { type Environment, parseEnvironment } from '#server/platform/environment.ts'
import { loadSecrets, SECRETS } from '#server/platform/secrets.ts'
import { operator } from '#shared/operator/company.ts'
import { SECOND_MS } from '#shared/time.ts'

/** The settings of this server, checked once at startup. */
export type Config = Readonly<ReturnType<typeof loadConfig>>

export interface ConfigOptions {
  /**
   * Whether missing secrets are generated and stored in DATA_DIR. A command that works on the
   * database of other servers generates none, because it needs the secrets of those servers.
   */
  readonly generates?: boolean
}

/**
 * Reads and checks the environment.
 *
 * @throws StartupError with one line for each value that cannot be used
 */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { generates = true }: ConfigOptions = {},
) {
  const given = parseEnvironment(environment)
  const isProduction = given.NODE_ENV === 'production'
  refuseContradictions(given, isProduction)
  const dataDir = resolve(given.DATA_DIR)
  const isWanted = (name: string) => name !== 'SIMULATED_SEED' || given.PRICE_SOURCE === 'simulated'
  const secrets = loadSecrets(given, {
    dataDir,
    generated: generates ? SECRETS.filter(isWanted) : [],
  })
  const publicUrl = new URL(given.PUBLIC_URL ?? `http://${nameOf(given.HOST)}:${given.PORT}`)
  return {
    isProduction,
    host: given.HOST,
    /** 0: any free port. */
    port: given.PORT,
    /** The address that users open: for links in mails, and as the allowed origin of WebSockets. */
    publicUrl: publicUrl.origin,
    /** Addresses of reverse proxies whose X-Forwarded-For is trusted; none by default. */
    trustedProxies: given.TRUST_PROXY as readonly string[],
    /** How long a stopping server keeps serving. */
    drainMs: given.DRAIN_SECONDS * SECOND_MS,
    logLevel: given.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    /** undefined: the caller of startServer() opens one. */
    databaseUrl: given.DATABASE_URL,
    /** The owner of the tables, who migrates them. */
    databaseOwnerUrl: given.DATABASE_OWNER_URL ?? given.DATABASE_URL,
    databasePoolSize: given.DATABASE_POOL_SIZE,
    backgroundPoolSize: given.DATABASE_BACKGROUND_POOL_SIZE,
    /** When an event counts as durable: once it is committed, or once a standby has it too. */
    durability: given.DURABILITY,
    /** Absolute: embedded database, uploads, mail outbox, generated keys. */
    dataDir,
    /** Where new uploads go; undefined: DATA_DIR/uploads. */
    uploads: given.UPLOADS_URL,
    prices: {
      source: given.PRICE_SOURCE,
      replayFile: given.PRICE_REPLAY_FILE,
      replaySpeed: given.PRICE_REPLAY_SPEED,
      get simulatedSeed() {
        return secrets.simulatedSeed
      },
    },
    /** In USDT, for futures trades. */
    futuresLimits: {
      stakeMaximum: given.FUTURES_STAKE_MAXIMUM_USDT,
      userOpenMaximum: given.FUTURES_USER_OPEN_MAXIMUM_USDT,
      symbolOwedMaximum: given.FUTURES_SYMBOL_OWED_MAXIMUM_USDT,
    },
    /** smtpUrl undefined: mails are written to DATA_DIR/mail. */
    mail: {
      smtpUrl: given.SMTP_URL,
      from: given.MAIL_FROM ?? `${operator.name} <no-reply@localhost>`,
    },
    firstAdmin: firstAdminOf(given),
    /** Push services in addition to the known ones. */
    pushHosts: given.PUSH_HOSTS,
    /** Whether staff must sign in with a second factor. */
    staffSecondFactor: given.STAFF_SECOND_FACTOR ?? (isProduction ? 'required' : 'optional'),
    /** Approvals worth more than this in USD need a second person; "0": none does. */
    secondApprovalAboveUsd: given.SECOND_APPROVAL_ABOVE_USD,
    /** The most that a user may owe in loans; "0": no limit. */
    loanOwedMaximumUsdt: given.LOAN_OWED_MAX_USDT,
    /** How many spot orders of one user may wait; 0: no limit. */
    spotOrdersWaitingMaximum: given.SPOT_ORDERS_WAITING_MAXIMUM,
    conversions: {
      spreadPercent: given.CONVERT_SPREAD_PERCENT,
      quoteMaximum: given.CONVERT_QUOTE_MAXIMUM_USDT,
      dayMaximum: given.CONVERT_DAY_MAXIMUM_USDT,
    },
    backup: {
      /** Where drills find the backups; undefined: no drill is expected. */
      place: given.BACKUP_DIR,
      /** The public age keys that backups are encrypted for. */
      recipients: given.BACKUP_RECIPIENT as readonly string[],
      /** The file with the private keys, which a restore needs. */
      identityFile: given.BACKUP_IDENTITY_FILE,
      /** Where drills copy the database to; undefined: beside the live database. */
      drillDatabaseUrl: given.BACKUP_DRILL_DATABASE_URL,
    },
    /** The name of the signed log, which is the first line of its checkpoints. */
    logOrigin: given.LOG_ORIGIN ?? `${publicUrl.host}/log`,
    /** If false, a log that already has a name keeps it. */
    isLogNamed: given.LOG_ORIGIN !== undefined,
    /** Whether anyone may follow the signed log; otherwise only users may. */
    isLogPublic: given.LOG_PUBLIC === '1',
    /** How many statements of liabilities keep their leaves for users. */
    liabilitiesKept: given.LIABILITIES_KEPT,
    /**
     * The bearer token of a metrics collector; if undefined in production, metrics are not served.
     */
    metricsToken: given.METRICS_TOKEN,
    /** Whether the API page is served, which needs no session. */
    servesApiDocs: (given.API_DOCS ?? (isProduction ? '0' : '1')) === '1',
    get masterKeys() {
      return secrets.masterKeys
    },
    get logKeys() {
      return secrets.logKeys
    },
    get vapid() {
      return secrets.vapid
    },
  }
}

/** By name on this machine, because browsers do not support passkeys on an IP address. */
function nameOf(host: string): string {
  if (host === '127.0.0.1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function firstAdminOf(given: Environment) {
  if (given.ADMIN_EMAIL === undefined || given.ADMIN_PASSWORD === undefined) return undefined
  return { email: given.ADMIN_EMAIL, password: given.ADMIN_PASSWORD }
}
