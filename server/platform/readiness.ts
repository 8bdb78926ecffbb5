import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { isUnavailable, ReadOnlyServer } from '#server/events/connection.ts'
import { lateFollowers } from '#server/events/late-followers.ts'
import { clockFault } from '#server/platform/clock.ts'
import { inTime } from '#server/platform/deadline.ts'
import { jobWarnings } from '#server/platform/given-up-jobs.ts'
import { repeatedFaults } from '#server/platform/repeated-faults.ts'
import { misfitsOf, readApplied } from '#server/platform/schema-fit.ts'
import { sharedCheck } from '#server/platform/shared-check.ts'
import { SECOND_MS } from '#shared/time.ts'

/** The result of a check that cannot take a server out of service. */
export interface HealthFindings {
  readonly warnings: readonly string[]
  /** Included in the response with or without warnings. */
  readonly facts?: Readonly<Record<string, string | null>>
}

/** Runs at most once a second while `/readyz` is requested. */
interface HealthCheck {
  readonly name: string
  readonly run: () => Promise<HealthFindings>
}

export interface Readiness extends HealthFindings {
  /** Why the server is not ready; it is if there are none. */
  readonly problems: readonly string[]
}

export interface ReadinessNeeds {
  /** Used by nothing else: a server whose other connections are all busy is ready. */
  readonly healthPool: Pool
  readonly backgroundPool: Pool
  /** The checks of the features. */
  readonly checks: readonly HealthCheck[]
}

const EVERY_MS = SECOND_MS
/** A load balancer must wait longer for the response. */
const WAIT_MS_MAX = 2 * SECOND_MS
/** Warnings are worth less than a quick response. */
const WARNING_WAIT_MS_MAX = SECOND_MS

/** The check has not finished; it continues. */
class CheckLate extends Error {}

/**
 * Examines whether this server can serve. Only the schema, the clock, and a database that does not
 * respond to these two checks are problems. Everything else is a warning: it affects all servers,
 * so taking them out of service would make it worse.
 */
export function watchReadiness(
  { healthPool, backgroundPool, checks }: ReadinessNeeds,
  log: FastifyBaseLogger,
): () => Promise<Readiness> {
  const deciding = [
    { name: 'schema', run: () => schemaProblems(healthPool) },
    { name: 'clock', run: async () => [await clockFault(healthPool)].flatMap((it) => it ?? []) },
  ].map(shared)
  const warning = [
    { name: 'followers', run: () => followerWarnings(backgroundPool) },
    { name: 'jobs', run: async () => ({ warnings: await jobWarnings(backgroundPool) }) },
    ...checks,
  ].map(shared<HealthFindings>)
  const report = (name: string, error: unknown) => {
    const message = `the check ${name} failed`
    repeatedFaults(log).error(message, { err: error }, message)
  }
  return async () => {
    const found = await Promise.all([
      ...deciding.map((check) => decide(check, report)),
      ...warning.map((check) => warn(check, report)),
    ])
    return {
      problems: [...new Set(found.flatMap(({ problems }) => problems))],
      warnings: found.flatMap(({ warnings }) => warnings),
      facts: Object.assign({}, ...found.map(({ facts }) => facts)),
    }
  }
}

interface Check<T> {
  readonly name: string
  readonly run: () => Promise<T>
}

type Report = (name: string, error: unknown) => void

function shared<T>({ name, run }: Check<T>): Check<T> {
  return { name, run: sharedCheck(run, EVERY_MS) }
}

async function decide({ name, run }: Check<string[]>, report: Report): Promise<Readiness> {
  try {
    const problems = await inTime(run(), WAIT_MS_MAX, () => new CheckLate())
    return { problems, warnings: [] }
  } catch (error) {
    const problem = databaseProblem(error)
    if (problem !== undefined) return { problems: [problem], warnings: [] }
    return failed(name, error, report)
  }
}

function databaseProblem(error: unknown): string | undefined {
  if (error instanceof CheckLate) return 'the database does not respond in time'
  if (error instanceof ReadOnlyServer) return 'the database only reads'
  return isUnavailable(error) ? 'the database does not respond' : undefined
}

async function warn({ name, run }: Check<HealthFindings>, report: Report): Promise<Readiness> {
  try {
    const findings = await inTime(run(), WARNING_WAIT_MS_MAX, () => new CheckLate())
    return { problems: [], ...findings }
  } catch (error) {
    if (!(error instanceof CheckLate || isUnavailable(error))) return failed(name, error, report)
    return { problems: [], warnings: [`the check ${name} got no response in time`] }
  }
}

/** The response is public, so it does not quote the error. */
function failed(name: string, error: unknown, report: Report): Readiness {
  report(name, error)
  return { problems: [], warnings: [`the check ${name} failed: see the log`] }
}

async function schemaProblems(pool: Pool): Promise<string[]> {
  const { missing, newer } = misfitsOf(await readApplied(pool))
  return [
    ...missing.map((name) => `migration ${name} is not applied`),
    ...newer.map((name) => `migration ${name} is of a release that excludes this one`),
  ]
}

async function followerWarnings(pool: Pool): Promise<HealthFindings> {
  const late = await lateFollowers(pool)
  return { warnings: late.map((name) => `follower ${name} is more than a minute behind`) }
}
