import { randomBytes } from 'node:crypto'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { runCommand } from '#scripts/command-line.ts'
import { newSecrets } from '#server/platform/secrets.ts'

const LINE = {
  usage: 'npm run keys',
  about:
    'Prints new secrets in the form of an .env file, and changes nothing. The private key of the backups\n' +
    'goes to standard error, so that "npm run --silent keys >> .env" leaves it out.',
}

const PASSWORDS = ['DATABASE_OWNER_PASSWORD', 'DATABASE_PASSWORD', 'METRICS_TOKEN']

await runCommand(LINE, async () => {
  const identity = await generateX25519Identity()
  const lines = [
    // compose.yaml puts passwords into URLs: hexadecimal digits need no escape.
    ...PASSWORDS.map((name) => `${name}=${randomBytes(24).toString('hex')}`),
    ...Object.entries(newSecrets()).map(([name, value]) => `${name}=${value}`),
    `BACKUP_RECIPIENT=${await identityToRecipient(identity)}`,
    '',
  ]
  process.stdout.write(lines.join('\n'))
  process.stderr.write(
    [
      '',
      'The private key of the backups. Store this on another machine, not in .env, in a file that',
      'BACKUP_IDENTITY_FILE names when you restore:',
      identity,
      '',
    ].join('\n'),
  )
})
