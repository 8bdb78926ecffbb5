import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { newSecrets } from '#server/platform/secrets.ts'

// Prints fresh secrets in the form of an .env file.
for (const [name, value] of Object.entries(newSecrets())) console.log(`${name}=${value}`)
const identity = await generateX25519Identity()
console.log(`BACKUP_RECIPIENT=${await identityToRecipient(identity)}`)
console.log(
  '# Opens the backups: keep it in a file that BACKUP_IDENTITY_FILE names when you restore.',
)
console.log(`# ${identity}`)
