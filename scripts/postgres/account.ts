import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '#server/platform/startup-error.ts'

/** How a PostgreSQL program is started: PostgreSQL refuses to run as root. */
export interface Launcher {
  /** The account that must own the data folder; undefined: the current one. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
  /** The command line that runs `program` under that account. */
  commandFor(program: string, args: readonly string[]): { file: string; args: string[] }
}

/**
 * Chooses the account for PostgreSQL. As root, that is `postgres`, which is created if missing.
 *
 * @param paths what that account must be able to access: the programs and the data folder
 */
export function choosePostgresLauncher(paths: readonly string[]): Launcher {
  if (process.getuid?.() !== 0) {
    return { owner: undefined, commandFor: (file, args) => ({ file, args: [...args] }) }
  }
  const owner = postgresOwner()
  const switches = ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups']
  // A project under /root is closed to other accounts. One capability lets PostgreSQL through the
  // folders above its own, which is safer than opening the home folder to all accounts.
  if (!paths.every(isOpenToAll)) {
    switches.push('--inh-caps', '+dac_override', '--ambient-caps', '+dac_override')
  }
  return {
    owner,
    commandFor: (program, args) => ({ file: 'setpriv', args: [...switches, program, ...args] }),
  }
}

function postgresOwner(): { uid: number; gid: number } {
  try {
    return lookUpPostgres()
  } catch {
    createPostgresAccount()
    return lookUpPostgres()
  }
}

function lookUpPostgres(): { uid: number; gid: number } {
  const idOf = (flag: string) => Number(run('id', [flag, 'postgres']))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function createPostgresAccount(): void {
  try {
    run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  } catch (error) {
    throw new StartupError(
      'PostgreSQL cannot run as root and no "postgres" account could be created. ' +
        'Start as an ordinary user, or set DATABASE_URL.',
      { cause: error },
    )
  }
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

const OTHERS_MAY_ENTER = 0o001

function isOpenToAll(path: string): boolean {
  const folder = dirname(path)
  const isOpen = (statSync(folder).mode & OTHERS_MAY_ENTER) !== 0
  return isOpen && (folder === dirname(folder) || isOpenToAll(folder))
}
