import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { runCommand } from '#scripts/command-line.ts'
import { newSecrets } from '#server/platform/secrets.ts'

const LINE = {
  usage: 'npm run keys',
  about: 'Prints new secrets in the form of an .env file, and changes nothing.',
}

await runCommand(LINE, async () => {
  const identity = await generateX25519Identity()
  const lines = [
    ...Object.entries(newSecrets()).map(([name, value]) => `${name}=${value}`),
    `BACKUP_RECIPIENT=${await identityToRecipient(identity)}`,
    '# Opens the backups: keep it in a file that BACKUP_IDENTITY_FILE names when you restore.',
    `# ${identity}`,
    '',
  ]
  process.stdout.write(lines.join('\n'))
})
