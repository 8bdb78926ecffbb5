import { StoreUnavailable } from '#server/platform/stores/object-store.ts'

/** A reason not to start that its reader can act on: shown as one line, without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/** The settings that an explanation may quote. */
interface Settings {
  readonly host: string
  readonly port: number
  readonly databaseUrl: string | undefined
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])
const UNWRITABLE = new Set(['EACCES', 'EEXIST', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])
/** PostgreSQL's codes for a wrong password or role. */
const WRONG_ROLE = new Set(['28P01', '28000'])
/** Those, no such database, too many clients, starting up. */
const REFUSED = new Set([...WRONG_ROLE, '3D000', '53300', '57P03'])

/** Their messages say what to do. */
const EXPLAINED = [StartupError, StoreUnavailable]

/** The line that says why the server did not start; undefined for an unforeseen fault. */
export function explainFault(error: unknown, config: Settings | undefined): string | undefined {
  if (EXPLAINED.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, path, syscall } = fieldsOf(error)
  if (code === 'EADDRINUSE') {
    return `Port ${config?.port} on ${config?.host} is in use: stop what holds it, or set PORT.`
  }
  if (code === 'EADDRNOTAVAIL') return `HOST "${config?.host}" is not an address of this machine.`
  if (code === 'EACCES' && path === undefined) {
    return `Port ${config?.port} needs more rights: set PORT to 1024 or above.`
  }
  if (code !== undefined && UNWRITABLE.has(code) && path !== undefined) {
    return `${path} cannot be written (${code}): free it, or set DATA_DIR to another folder.`
  }
  // A Unix socket that does not exist.
  const isAway = code === 'ENOENT' && syscall === 'connect'
  if (isAway || (code !== undefined && (UNREACHABLE.has(code) || REFUSED.has(code)))) {
    const isStranger = code !== undefined && WRONG_ROLE.has(code)
    const role = isStranger ? ', and that "npm run migrate" has created its role' : ''
    return `The database at ${databasePlace(config)} cannot be used (${reasonOf(error)}): check DATABASE_URL${role}.`
  }
  return undefined
}

function fieldsOf(error: unknown): { code?: string; path?: string; syscall?: string } {
  // A host with several addresses fails with one error for each of them.
  const first = error instanceof AggregateError ? error.errors[0] : error
  return typeof first === 'object' && first !== null ? first : {}
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** Host, port and name; user and password stay out of the terminal. */
function databasePlace(config: Settings | undefined): string {
  if (config?.databaseUrl === undefined) return 'DATA_DIR'
  const { host, pathname } = new URL(config.databaseUrl)
  return `${decodeURIComponent(host)}${pathname}`
}
