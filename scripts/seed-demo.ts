import { randomBytes } from 'node:crypto'
import { runCommand } from '#scripts/command-line.ts'
import { withDatabase } from '#scripts/script-database.ts'
import { buildApp } from '#server/app.ts'
import { createConfirmedUser, grantRole } from '#server/identity/confirmed-users.ts'
import { openSession } from '#server/identity/open-session.ts'
import { endSessionOf } from '#server/identity/sessions.ts'
import { openServices } from '#server/open-services.ts'
import type { Config } from '#server/platform/config.ts'
import type { App } from '#server/platform/mount.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import type { Services } from '#server/services.ts'
import { callerOf, keyOf, type StepRefused } from './demo/caller.ts'
import { LAST_STEP, makeHistory } from './demo/history.ts'

const PHONE = '+1 555 0100'

/** Public passwords: these users exist only in development databases. */
export const DEMO_USER = {
  fullName: 'Demo User',
  email: 'demo@example.com',
  phone: PHONE,
  password: 'demo-user-password',
}
const DEMO_ADMIN = {
  fullName: 'Demo Admin',
  email: 'admin@example.com',
  phone: PHONE,
  password: 'demo-admin-password',
}
/** Gives second approvals. */
const DEMO_REVIEWER = {
  ...DEMO_ADMIN,
  fullName: 'Demo Reviewer',
  email: 'reviewer@example.com',
}

/**
 * Fills a development database with a user, a member of staff, deposit addresses without a key, and
 * some history. Repeated calls add nothing. Steps that the market refuses are logged and left out.
 *
 * @returns lines to print at the start
 */
export async function seedDemo(app: App, services: Services): Promise<readonly string[]> {
  const { config, identity, log } = services
  refuseProduction(config)
  const { userId } = await createConfirmedUser(identity, DEMO_USER)
  if (!(await isDone(log, userId))) await playHistory(app, services, userId)
  return demoLogIns(services)
}

async function playHistory(app: App, services: Services, userId: string): Promise<void> {
  const { config, identity, logger, pool, prices } = services
  const { firstAdmin } = config
  const refreshTokens: string[] = []
  const callAs = async (id: string) => {
    const { accessToken, refreshToken } = await openSession(identity, id, {
      userAgent: 'Demo data',
    })
    refreshTokens.push(refreshToken)
    return callerOf(app, accessToken)
  }
  try {
    // If a first admin is configured, staff with a public password would be a security hole.
    const password = firstAdmin ? randomBytes(32).toString('hex') : DEMO_REVIEWER.password
    const adminId = await makeAdmin(identity, { ...DEMO_ADMIN, ...firstAdmin })
    const colleagueId = await makeAdmin(identity, { ...DEMO_REVIEWER, password })
    const staff = { admin: await callAs(adminId), colleague: await callAs(colleagueId) }
    const onLeftOut = ({ step, code }: StepRefused) =>
      logger.warn({ step, code }, 'demo data: the market refuses a step, it is left out')
    const players = { userId, user: await callAs(userId), ...staff, onLeftOut }
    await makeHistory(players, prices.current('BTC')?.price)
  } finally {
    for (const token of refreshTokens) await endSessionOf(pool, token)
  }
}

/** How to log in as each existing user: after a failure, some may be missing. */
export async function demoLogIns({ config, pool }: Services): Promise<readonly string[]> {
  const people = [DEMO_USER, ...(config.firstAdmin ? [] : [DEMO_ADMIN, DEMO_REVIEWER])]
  const { rows } = await pool.query<{ email: string }>(
    'select email from person where email = any($1) and email_confirmed_at is not null',
    [people.map(({ email }) => email)],
  )
  const known = new Set(rows.map(({ email }) => email))
  return people.filter(({ email }) => known.has(email)).map(lineOf)
}

function refuseProduction({ isProduction }: Pick<Config, 'isProduction'>): void {
  if (isProduction)
    throw new StartupError('Demo data cannot be added while NODE_ENV is production.')
}

function lineOf({ fullName, email, password }: typeof DEMO_ADMIN): string {
  return `  ${fullName.padEnd(13)}  ${email}  ${password}`
}

async function isDone(log: Services['log'], userId: string): Promise<boolean> {
  const found = await log.findByKey(await log.keyOf(userId, keyOf(LAST_STEP)), Buffer.alloc(0))
  return found !== undefined
}

async function makeAdmin(identity: Services['identity'], admin: typeof DEMO_ADMIN) {
  const { userId } = await createConfirmedUser(identity, admin)
  await grantRole(identity, userId, { role: 'admin', reason: 'demo' })
  return userId
}

const LINE = {
  usage: 'npm run seed',
  about: 'Adds a demo user, demo staff and some history to a database for development.',
}

if (import.meta.main) {
  await runCommand(LINE, () =>
    withDatabase(async (_, { url, config }) => {
      refuseProduction(config)
      const services = await openServices(config, url)
      const app = await buildApp(services)
      try {
        for (const line of await seedDemo(app, services)) process.stdout.write(`${line}\n`)
      } finally {
        await app.close()
        await services.close()
      }
    }),
  )
}
