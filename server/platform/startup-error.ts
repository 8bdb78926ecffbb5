import { StoreUnavailable } from '#server/platform/stores/object-store.ts'

/** A reason not to start that the operator can act on: shown as one line, without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/** The settings that a message may quote. */
interface Settings {
  readonly host: string
  readonly port: number
  readonly databaseUrl: string | undefined
  readonly databaseOwnerUrl: string | undefined
  /** Absolute. */
  readonly dataDir: string
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])
const UNWRITABLE = new Set(['EACCES', 'EEXIST', 'EISDIR', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])
/** Those of a missing permission. */
const FORBIDDEN = new Set(['EACCES', 'EPERM'])
/** PostgreSQL's codes for a wrong password or role. */
const WRONG_ROLE = new Set(['28P01', '28000'])
/** The same, and: no such database, too many clients, starting up. */
const REFUSED = new Set([...WRONG_ROLE, '3D000', '53300', '57P03'])

/** PostgreSQL's code for insufficient privileges. */
const MISSING_RIGHT = '42501'

/** Errors whose message says what to do. */
const EXPLAINED = [StartupError, StoreUnavailable]

/** A line that explains why the server did not start; undefined for an unexpected fault. */
export function explainFault(error: unknown, config: Settings | undefined): string | undefined {
  if (EXPLAINED.some((kind) => error instanceof kind)) return (error as Error).message
  const fault = { reason: reasonOf(error), ...fieldsOf(error) }
  return listenFault(fault, config) ?? fileFault(fault, config) ?? databaseFault(fault, config)
}

function listenFault({ code, path, hostname }: Fault, config: Settings | undefined) {
  if (code === 'EADDRINUSE') {
    return `Port ${config?.port} on ${config?.host} is in use: stop the process that uses it, or set PORT.`
  }
  const isUnknownHost = hostname !== undefined && hostname === config?.host
  if (code === 'EADDRNOTAVAIL' || isUnknownHost) {
    return `HOST "${config?.host}" is not an address of this machine.`
  }
  if (code === 'EACCES' && path === undefined) {
    return `Port ${config?.port} requires more privileges: set PORT to 1024 or above.`
  }
  return undefined
}

function fileFault({ code, path, syscall }: Fault, config: Settings | undefined) {
  if (code === undefined || path === undefined || !UNWRITABLE.has(code)) return undefined
  const isForbidden = FORBIDDEN.has(code)
  // Files that are only read are opened as well.
  const act = isForbidden && syscall === 'open' ? 'opened' : 'written'
  const isData = config === undefined || path.startsWith(config.dataDir)
  const remedy = isForbidden ? 'correct its owner or permissions' : 'free it'
  const otherwise = isData ? 'set DATA_DIR to another folder' : 'give another path'
  return `${path} cannot be ${act} (${code}): ${remedy}, or ${otherwise}.`
}

function databaseFault({ code, syscall, reason }: Fault, config: Settings | undefined) {
  if (code === MISSING_RIGHT) {
    return (
      `A privilege is missing in the database (${reason}): set DATABASE_OWNER_URL to the owner of the ` +
      'tables, who for a backup drill may also create databases.'
    )
  }
  // The Unix socket does not exist.
  const isAway = code === 'ENOENT' && syscall === 'connect'
  const isRefused = code !== undefined && (UNREACHABLE.has(code) || REFUSED.has(code))
  if (!isAway && !isRefused) return undefined
  const [first, ...others] = databasesMeant(reason, config)
  const places = [...new Set([first, ...others].map((each) => each?.place ?? 'DATA_DIR'))]
  const names = [first, ...others].map((each) => each?.name ?? 'DATABASE_URL').join(' and ')
  const isStranger = code !== undefined && WRONG_ROLE.has(code)
  const role =
    isStranger && first?.name !== 'DATABASE_OWNER_URL'
      ? ': "npm run migrate" creates the role if it does not exist, and never changes a password'
      : ''
  return `The database at ${places.join(' or ')} cannot be used (${reason}): check ${names}${role}.`
}

/** The settings that may have caused a PostgreSQL error: only one, if the error names its role. */
function databasesMeant(reason: string, config: Settings | undefined) {
  const { databaseUrl, databaseOwnerUrl } = config ?? {}
  if (databaseUrl === undefined) return []
  const own = settingOf('DATABASE_URL', databaseUrl)
  if (databaseOwnerUrl === undefined || databaseOwnerUrl === databaseUrl) return [own]
  const both = [own, settingOf('DATABASE_OWNER_URL', databaseOwnerUrl)]
  const named = both.filter(({ role }) => reason.includes(`"${role}"`))
  return named.length === 1 ? named : both
}

/** Host, port and name of the database, without user and password. */
function settingOf(name: string, url: string) {
  const { host, pathname, username } = new URL(url)
  return {
    name,
    place: `${decodeURIComponent(host)}${pathname}`,
    role: decodeURIComponent(username),
  }
}

interface FaultFields {
  readonly code?: string
  readonly path?: string
  readonly syscall?: string
  /** A host name that could not be resolved. */
  readonly hostname?: string
}

interface Fault extends FaultFields {
  readonly reason: string
}

function fieldsOf(error: unknown): FaultFields {
  // A host with several addresses causes one error for each.
  const first = error instanceof AggregateError ? error.errors[0] : error
  return typeof first === 'object' && first !== null ? first : {}
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
