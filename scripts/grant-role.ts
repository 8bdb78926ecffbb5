import { withDatabase } from '#scripts/script-database.ts'
import { grantRole } from '#server/identity/confirmed-users.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { ROLES, roleNamed } from '#shared/rules/permissions.ts'

/** `grant-role.ts EMAIL ROLE REASON`: makes a user staff, or a customer again. */
const [email = '', name, ...words] = process.argv.slice(2)
const role = roleNamed(name)
const reason = words.join(' ')

if (email === '' || !role || reason === '') {
  process.stderr.write(`Say whom, as what, and why: EMAIL ${ROLES.join('|')} REASON\n`)
  process.exitCode = 1
} else {
  await withDatabase(async (pool, url) => {
    const { rows } = await pool.query<{ user_id: string }>(
      'select user_id from person where email = $1 and email_confirmed_at is not null',
      [email.toLowerCase()],
    )
    const [person] = rows
    if (!person) {
      throw new StartupError(`${email} is not the confirmed address of a user.`)
    }
    const services = await openServices(loadConfig(process.env), url)
    try {
      const { clock, identity } = services
      // The date makes a repeated grant of the same role a new event.
      const dated = `${reason} (${new Date(clock.now()).toISOString()})`
      await grantRole(identity, person.user_id, { role, reason: dated })
    } finally {
      await services.close()
    }
    process.stdout.write(`${email} is ${role}.\n`)
  })
}
