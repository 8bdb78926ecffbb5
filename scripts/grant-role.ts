import type { Pool } from 'pg'
import { runCommand, UsageError } from '#scripts/command-line.ts'
import { withDatabase } from '#scripts/script-database.ts'
import { grantRole } from '#server/identity/confirmed-users.ts'
import { openServices } from '#server/open-services.ts'
import type { Config } from '#server/platform/config.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { ROLES, type Role, roleNamed } from '#shared/rules/permissions.ts'

const LINE = {
  usage: `npm run grant -- EMAIL ${ROLES.join('|')} REASON`,
  about:
    'Makes a confirmed user a member of staff, or a customer again; the audit records the reason.',
  words: { least: 0, most: Number.POSITIVE_INFINITY },
}

interface Grant {
  readonly email: string
  readonly role: Role
  readonly reason: string
}

await runCommand(LINE, async ({ words: [email = '', name, ...rest] }) => {
  const role = roleNamed(name)
  const reason = rest.join(' ').trim()
  if (email === '' || !role || reason === '') {
    throw new UsageError('Give an email address, a role and a reason.', LINE)
  }
  await withDatabase((pool, { url, config }) =>
    grant(pool, { url, config }, { email, role, reason }),
  )
})

async function grant(
  pool: Pool,
  { url, config }: { readonly url: string; readonly config: Config },
  { email, role, reason }: Grant,
): Promise<void> {
  const { rows } = await pool.query<{ user_id: string }>(
    'select user_id from person where email = $1 and email_confirmed_at is not null',
    [email.toLowerCase()],
  )
  const [person] = rows
  if (!person) {
    throw new StartupError(
      `No user has confirmed the address ${email}. The person must sign up and confirm it first.`,
    )
  }
  const services = await openServices(config, url)
  try {
    const { clock, identity } = services
    // The date makes a repeated grant of the same role a new event.
    const dated = `${reason} (${new Date(clock.now()).toISOString()})`
    await grantRole(identity, person.user_id, { role, reason: dated })
  } finally {
    await services.close()
  }
  process.stdout.write(`${email} now has the role "${role}".\n`)
}
